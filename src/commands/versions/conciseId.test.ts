import { expect, test } from "vitest";
import { decodeConciseId, encodeConciseId } from "./conciseId.ts";

// Source: XLS-37, and its test vectors.
test.each([
  [{ ledgerIndex: 0, transactionIndex: 0, networkId: 0 }, "C000000000000000"],
  [{ ledgerIndex: 1, transactionIndex: 2, networkId: 3 }, "C000000100020003"],
  [{ ledgerIndex: 13_249_191, transactionIndex: 12_911, networkId: 65_535 }, "C0CA2AA7326FFFFF"],
  [{ ledgerIndex: 0x0fff_ffff, transactionIndex: 0xffff, networkId: 0xffff }, "CFFFFFFFFFFFFFFF"],
])("%j is %s", (place, ctid) => {
  expect(encodeConciseId(place)).toBe(ctid);
  expect(decodeConciseId(ctid)).toEqual(place);
  expect(decodeConciseId(ctid.toLowerCase())).toEqual(place);
});

test.each([
  { ledgerIndex: 0x1000_0000, transactionIndex: 0, networkId: 0 },
  { ledgerIndex: 1, transactionIndex: 0x1_0000, networkId: 0 },
  { ledgerIndex: 1, transactionIndex: 0, networkId: 0x1_0000 },
])("%j is too far out", (place) => expect(encodeConciseId(place)).toBeUndefined());

test.each(["", "C00000000000000", "C0000000000000000", "D000000000000000", "C00000000000000G"])(
  "%j is none",
  (text) => expect(decodeConciseId(text)).toBeUndefined(),
);
