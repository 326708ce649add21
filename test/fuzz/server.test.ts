import { expect, test } from "vitest";
import { attacks, runServerFuzz } from "./server.ts";

test("a server stands every attack", async () => {
  const made: string[] = [];
  const { problems, requests } = await runServerFuzz({
    seed: 1,
    rounds: 1,
    size: 1,
    onProgress: (line) => made.push(line.split(":")[0]!),
  });
  expect(problems).toEqual([]);
  expect(made).toEqual(Object.keys(attacks));
  // Attacks that ask for nothing would not show anything.
  expect(requests).toBeGreaterThan(1000);
});
