import { expect, test } from "vitest";
import { baseLevel, FeeMetrics, mulDiv } from "./feeEscalation.ts";
import { defaultQueueSettings, type QueueSettings } from "./settings.ts";

const settings: QueueSettings = {
  ...defaultQueueSettings,
  minimumTransactionsInLedger: 5,
  minimumQueueSize: 20,
  ledgersInQueue: 3,
};
const levels = (count: number, level = baseLevel): bigint[] => Array.from({ length: count }, () => level);

test("a ledger that is no fuller than expected costs the base level", () => {
  const metrics = new FeeMetrics(settings);
  expect(metrics.requiredLevel(0)).toBe(256n);
  expect(metrics.requiredLevel(5)).toBe(256n);
});

test("beyond that the level rises with the square", () => {
  const metrics = new FeeMetrics(settings);
  expect(metrics.requiredLevel(6)).toBe((128_000n * 36n) / 25n);
  expect(metrics.requiredLevel(10)).toBe(128_000n * 4n);
});

test("a series costs the sum of its parts, but for one rounding", () => {
  const metrics = new FeeMetrics(settings);
  const exact = [6n, 7n, 8n].reduce((sum, n) => sum + n * n, 0n);
  expect(metrics.requiredSeriesLevel(6, 3)).toBe((128_000n * exact) / 25n);
  expect(metrics.requiredSeriesLevel(2 ** 21, 3)).toBeUndefined();
});

test("full ledgers raise the expectation by a fifth, smaller ones lower it slowly", () => {
  const metrics = new FeeMetrics({ ...settings, targetTransactionsInLedger: 5 });
  metrics.update(levels(10), false);
  expect(metrics.expectedSize).toBe(12);
  metrics.update(levels(3), false); // not above the target: nothing is learned
  expect(metrics.expectedSize).toBe(12);
  for (const size of [8, 8]) metrics.update(levels(size), false);
  expect(metrics.expectedSize).toBe(12);
  metrics.update(levels(8), false); // the 12 is forgotten after three ledgers
  expect(metrics.expectedSize).toBe(Math.floor((12 * 9 + 9) / 10));
});

test("a slow close cuts the expectation, never below the minimum", () => {
  const metrics = new FeeMetrics(settings);
  metrics.update(levels(100), false);
  expect(metrics.expectedSize).toBe(120);
  metrics.update(levels(100), true);
  expect(metrics.expectedSize).toBe(50);
  metrics.update(levels(4), true);
  expect(metrics.expectedSize).toBe(5);
});

test("the multiplier is the median, at least the minimum", () => {
  const metrics = new FeeMetrics(settings);
  metrics.update([1n, 300_000n, 200_001n, 9n].reverse(), false);
  expect(metrics.multiplier).toBe(128_000n);
  metrics.update([300_000n, 200_001n], false);
  expect(metrics.multiplier).toBe(250_001n);
  metrics.update([], false);
  expect(metrics.multiplier).toBe(128_000n);
});

test("the expectation stays below the configured maximum", () => {
  const metrics = new FeeMetrics({ ...settings, maximumTransactionsInLedger: 60 });
  metrics.update(levels(100), false);
  expect(metrics.expectedSize).toBe(60);
});

test("state goes out and in", () => {
  const metrics = new FeeMetrics(settings);
  metrics.update(levels(60, 500_000n), false);
  const other = new FeeMetrics(settings);
  other.restore(metrics.state);
  expect(other.state).toEqual(metrics.state);
});

test("a larger configured minimum wins over what an earlier run learned, a smaller one does not", () => {
  const state = { expectedSize: 1000, recentSizes: [900], multiplier: 128_000n };
  for (const [minimum, expected] of [
    [1_000_000, 1_000_000],
    [5, 1000],
  ] as const) {
    const metrics = new FeeMetrics({ ...settings, minimumTransactionsInLedger: minimum });
    metrics.restore(state);
    expect(metrics.state).toEqual({ ...state, expectedSize: expected });
    expect(metrics.requiredLevel(expected)).toBe(baseLevel);
  }
});

test("products that do not fit are the largest level", () => {
  expect(mulDiv(2n ** 63n, 4n, 1n)).toBe(2n ** 64n - 1n);
});
