import { redactLine } from "./redactLine.ts";
import type { ServerLog } from "./serverLog.ts";

/**
 * Ends the process at once, with exit code 1, when something is thrown that nobody catches: what is in memory cannot
 * be trusted any more, and what was promised is in the journal, from which the next start goes on. What was thrown is
 * told on standard error and in the log, its secrets masked, which Node.js would not do.
 * @param log asked when it happens; undefined while there is none
 */
export function endOnCrash(log: () => ServerLog | undefined): void {
  // A rejected promise that nobody handles comes here too.
  process.on("uncaughtException", (err) => {
    try {
      log()?.partition("Server").fatal({ err }, "ended by a mistake of ours");
    } finally {
      const what = err instanceof Error ? err.stack : String(err);
      process.stderr.write(redactLine(`Ended by a mistake of ours: ${what}\n`));
      process.exit(1);
    }
  });
}
