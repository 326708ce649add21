import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Slices, Stopped } from "./slices.ts";

function* work<T>(steps: number, result: T, log: string[] = []): Generator<undefined, T> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    log.push(String(result));
    yield;
  }
  return result;
}

test("each piece of work gets its result, in the order they came", async () => {
  const slices = new Slices();
  const finished: string[] = [];
  const runs = ["first", "second"].map((name) =>
    slices.run(work(10, name)).then((result) => finished.push(result)),
  );
  await Promise.all(runs);
  expect(finished).toEqual(["first", "second"]);
  expect(slices.inProgress).toBe(0);
});

test("others have their turn in between", async () => {
  const slices = new Slices();
  let turns = 0;
  const run = slices.run(work(40, "long"));
  while (slices.inProgress > 0) {
    await setImmediate();
    turns++;
  }
  await run;
  expect(turns).toBeGreaterThan(3);
});

test("work that fails rejects, and the next goes on", async () => {
  const slices = new Slices();
  const failing = slices.run(
    (function* (): Generator<undefined, never> {
      yield;
      throw new Error("broken");
    })(),
  );
  const next = slices.run(work(1, "fine"));
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});

test("what is under way when everything stops is given up", async () => {
  const slices = new Slices();
  const run = slices.run(work(1000, "never"));
  slices.stop();
  await expect(run).rejects.toThrow(Stopped);
});
