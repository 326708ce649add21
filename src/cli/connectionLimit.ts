import { readFileSync } from "node:fs";

/** Files that the ledger, the journal and the log have open or may need to open, with room to spare. */
const ownFiles = 100;

/**
 * How many connections the ports together may have: as many files as this process may open, less its own. So a flood of
 * connections never keeps the journal from beginning its next file. Undefined where the system does not tell.
 */
export function connectionLimit(limits: () => string = processLimits): number | undefined {
  // Node.js has raised the first of the two numbers, the one in force, to the second.
  const openFiles = /^Max open files +(\d+)/m.exec(limits())?.[1];
  return openFiles === undefined ? undefined : Math.max(1, Number(openFiles) - ownFiles);
}

function processLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return ""; // not Linux
  }
}
