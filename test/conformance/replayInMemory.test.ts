import { expect, test } from "vitest";
import { readRecording, recordingFiles } from "./recording.ts";
import { replay } from "./replay.ts";

test.each(recordingFiles())("a server in memory answers as in %s", async (_name, file) => {
  const { difference } = await replay(readRecording(file), ":memory:");
  expect(difference).toBeUndefined();
});
