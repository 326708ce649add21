import { expect, test } from "vitest";
import { growthFactor, inOrder, percentile } from "./statistics.ts";

test("percentiles are members of the sample, by nearest rank", () => {
  const sample = inOrder([5, 1, 4, 2, 3]);
  expect([0, 0.2, 0.21, 0.5, 0.99, 1].map((share) => percentile(sample, share))).toEqual([1, 1, 2, 3, 5, 5]);
});

test("of a hundred values, p99 leaves one above it", () => {
  const sample = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(percentile(inOrder(sample), 0.99)).toBe(99);
});

test("nothing has no percentile", () => expect(percentile([], 0.5)).toBeNaN());

test("numbers are put in order as numbers", () => expect([...inOrder([10, 9, 100])]).toEqual([9, 10, 100]));

test("growth compares the dearest with the cheapest, whichever comes first", () => {
  expect(growthFactor([20, 10, 15])).toBe(2);
});
