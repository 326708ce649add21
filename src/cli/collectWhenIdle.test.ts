import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectWhenIdle } from "./collectWhenIdle.ts";

let stop: () => void;
const utilized = (utilization: number) =>
  vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ utilization, idle: 1, active: 1 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  stop = collectWhenIdle();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Grows by more than is worth a collection, and leaves something for it. */
async function grow(): Promise<{ held: Buffer; garbage: WeakRef<object> }> {
  const held = Buffer.alloc(100 * 2 ** 20);
  const garbage = new WeakRef({});
  await setImmediate(); // a WeakRef holds its target until the end of the turn
  return { held, garbage };
}

test("a process that has grown is collected once it is idle, not while it is busy", async () => {
  const { held, garbage } = await grow();
  const utilization = utilized(0.5);
  vi.advanceTimersByTime(5_000);
  expect(garbage.deref()).toBeDefined();
  await setImmediate();
  utilization.mockReturnValue({ utilization: 0, idle: 1, active: 1 });
  vi.advanceTimersByTime(5_000);
  expect(garbage.deref()).toBeUndefined();
  expect(held.length).toBeGreaterThan(0);
});

test("nothing is collected any more at the end", async () => {
  const { held, garbage } = await grow();
  utilized(0);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(garbage.deref()).toBeDefined();
  expect(held.length).toBeGreaterThan(0);
});
