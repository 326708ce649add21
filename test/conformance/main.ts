import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRecording } from "./recording.ts";
import { replay } from "./replay.ts";

/**
 * `npm run conformance -- [--store memory|lmdb] FILE…` replays recordings against a server of this project, a line a
 * file, and says `N passed, N failed` at the end. The exit status is 1 when one failed.
 */
const argumentsGiven = process.argv.slice(2);
const storeAt = argumentsGiven.indexOf("--store");
const store = storeAt >= 0 ? argumentsGiven.splice(storeAt, 2)[1] : "memory";

let failed = 0;
for (const file of argumentsGiven) {
  const folder = store === "lmdb" ? mkdtempSync(join(tmpdir(), "xagd-conformance-")) : undefined;
  try {
    const { difference, submits, closes, queries, messages } = await replay(
      readRecording(file),
      folder ?? ":memory:",
    );
    if (difference !== undefined) failed++;
    process.stdout.write(
      `${file}: ${submits} submits, ${closes} closes, ${queries} queries, ${messages} messages compared: ` +
        `${difference === undefined ? "the same" : difference}\n`,
    );
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}
process.stdout.write(`${argumentsGiven.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
