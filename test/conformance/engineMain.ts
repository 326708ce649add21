import { replayEngine } from "./engineReplay.ts";
import { readRecording } from "./recording.ts";

/** `tsx test/conformance/engineMain.ts FILE…`: the engine alone against recordings, a line a file. */
let failed = 0;
for (const file of process.argv.slice(2)) {
  const difference = replayEngine(readRecording(file));
  if (difference === undefined) {
    process.stdout.write(`${file}: the same\n`);
  } else {
    failed++;
    process.stdout.write(`${file}: step ${difference.step}: ${difference.what}\n`);
  }
}
process.stdout.write(`${process.argv.length - 2 - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
