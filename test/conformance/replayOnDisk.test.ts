import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecording, recordingFiles } from "./recording.ts";
import { replay } from "./replay.ts";

/** Families replayed whole; of the others one recording each, since every submission waits for the disk. */
const whole = ["issuer", "accounts", "trust-lines", "multisign", "ordering", "tickets"];
const files = recordingFiles().filter(
  ([name]) => name.includes("-1.") || whole.some((family) => name.startsWith(family)),
);

test.each(files)("a server on disk answers as in %s", async (_name, file) => {
  const data = mkdtempSync(join(tmpdir(), "xagd-replay-"));
  try {
    const { difference } = await replay(readRecording(file), data);
    expect(difference).toBeUndefined();
  } finally {
    rmSync(data, { recursive: true });
  }
});
