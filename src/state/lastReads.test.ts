import { expect, test } from "vitest";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import { LastReads, unknown } from "./lastReads.ts";

const entry = (index: string) => ({ index }) as LedgerEntry;

test("it has what was read lately, also that there is none", () => {
  const reads = new LastReads();
  const a = entry("A");
  reads.add("A", a);
  reads.add("B", undefined);
  expect([reads.get("A"), reads.get("B"), reads.get("C")]).toEqual([a, undefined, unknown]);
});

test("what was read long ago gives way, and a change forgets everything", () => {
  const reads = new LastReads();
  for (let i = 0; i < 10; i++) reads.add(String(i), entry(String(i)));
  expect([reads.get("0"), reads.get("9")]).toEqual([unknown, entry("9")]);
  reads.clear();
  expect(reads.get("9")).toBe(unknown);
});
