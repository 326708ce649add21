import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRecording } from "./recording.ts";
import { replay } from "./replay.ts";

const folder = new URL("../recordings/", import.meta.url).pathname;
const files = readdirSync(folder).filter((name) => name.endsWith(".json.br"));

test.each(files)("a server in memory answers as in %s", async (file) => {
  const { difference } = await replay(readRecording(folder + file), ":memory:");
  expect(difference).toBeUndefined();
});

test.each(files)("a server on disk answers as in %s", async (file) => {
  const data = mkdtempSync(join(tmpdir(), "xagd-replay-"));
  try {
    const { difference } = await replay(readRecording(folder + file), data);
    expect(difference).toBeUndefined();
  } finally {
    rmSync(data, { recursive: true });
  }
});
