import { expect, test } from "vitest";
import { IssuedAmount } from "./amounts/issuedAmount.ts";
import { sameFieldValue } from "./sameFieldValue.ts";
import type { FieldValue } from "./types.ts";

const amount = (mantissa: bigint, issuer = "BB") => new IssuedAmount(mantissa, -15, "AA", issuer);
const values: (() => FieldValue | undefined)[] = [
  () => undefined,
  () => 0,
  () => 1,
  () => 0n,
  () => 1n,
  () => "",
  () => "AB",
  () => amount(10n ** 15n),
  () => amount(-(10n ** 15n)),
  () => amount(10n ** 15n, "CC"),
  () => [],
  () => ["AB"],
  () => ["AB", "CD"],
  () => [[{ account: "AB" }]],
  () => [[{ account: "AB", issuer: "CD" }]],
  () => [{ Memo: { MemoData: "AB" } }],
  () => [{ Memo: { MemoData: "CD" } }],
  () => ({}),
  () => ({ Flags: 1 }),
  () => ({ Flags: 2 }),
];

test("equal just where they were made alike", () => {
  values.forEach((a, i) => {
    values.forEach((b, j) => {
      expect(sameFieldValue(a(), b()), `${i} and ${j}`).toBe(i === j);
    });
  });
});

test("an undefined field is an absent one", () => {
  expect(sameFieldValue({ Flags: 1, Fee: undefined }, { Flags: 1 })).toBe(true);
  expect(sameFieldValue({ Flags: 1 }, { Flags: 1, Fee: undefined })).toBe(true);
});
