import { expect, test } from "vitest";
import { replayEngine } from "./engineReplay.ts";
import { readRecording, recordingFiles } from "./recording.ts";

test.each(recordingFiles())("the engine alone repeats %s", (_name, file) => {
  expect(replayEngine(readRecording(file))).toBeUndefined();
});
