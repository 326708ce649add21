import { expect, test } from "vitest";
import { orderCandidates } from "./candidates.ts";

const account = (n: number): string => n.toString(16).toUpperCase().padStart(40, "0");

test("more ways out come first; of equals, the higher account", () => {
  const candidates = [
    { priority: 1, account: account(1) },
    { priority: 5, account: account(2) },
    { priority: 5, account: account(3) },
  ];
  expect(orderCandidates(candidates, 7).map(({ account: id }) => Number(`0x${id}`))).toEqual([3, 2, 1]);
});

test("a long list is in order, and keeps everybody", () => {
  const candidates = Array.from({ length: 200 }, (_, n) => ({ priority: (n * 7) % 13, account: account(n) }));
  const ordered = orderCandidates(candidates, 99);
  expect(new Set(ordered)).toEqual(new Set(candidates));
  for (const [at, { priority }] of ordered.entries()) {
    if (at > 0) expect(priority).toBeLessThanOrEqual(ordered[at - 1]!.priority);
  }
});
