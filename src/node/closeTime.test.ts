import { expect, test } from "vitest";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import { closeTimeAfter, nextResolution, roundCloseTime } from "./closeTime.ts";

test("resolutions get finer every eighth ledger, and coarser at once when servers disagree", () => {
  expect(nextResolution(30, true, 7)).toBe(30);
  expect(nextResolution(30, true, 8)).toBe(20);
  expect(nextResolution(10, true, 8)).toBe(10);
  expect(nextResolution(30, false, 7)).toBe(60);
  expect(nextResolution(120, false, 7)).toBe(120);
  expect(nextResolution(33, true, 8)).toBe(33);
});

test("times are rounded to the nearest, the middle upwards", () => {
  expect([0, 1, 4, 5, 14, 15].map((time) => roundCloseTime(time, 10))).toEqual([0, 0, 0, 10, 10, 20]);
  const parent = { closeTime: 100, closeTimeResolution: 10, closeFlags: 0, ledgerIndex: 3 } as LedgerHeader;
  expect([99, 104, 105, 117].map((now) => closeTimeAfter(parent, now))).toEqual([101, 101, 110, 120]);
});

test("the last second that there is comes again and again, so that ledgers still close", () => {
  const parent = { closeTimeResolution: 10, closeFlags: 0, ledgerIndex: 3 } as LedgerHeader;
  expect(closeTimeAfter({ ...parent, closeTime: 0xffff_ffff }, 800_000_000)).toBe(0xffff_ffff);
  expect(closeTimeAfter({ ...parent, closeTime: 1 }, 0xffff_ffff)).toBe(0xffff_ffff);
});
