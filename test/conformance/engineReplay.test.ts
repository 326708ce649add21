import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { replayEngine } from "./engineReplay.ts";
import { readRecording } from "./recording.ts";

const folder = new URL("../recordings/", import.meta.url).pathname;

for (const file of readdirSync(folder).filter((name) => name.endsWith(".json.br"))) {
  test(`the engine repeats ${file}`, () => {
    expect(replayEngine(readRecording(folder + file))).toBeUndefined();
  });
}
