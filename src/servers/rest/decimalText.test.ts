import { expect, test } from "vitest";
import { decimalText, dropsOf, wholeUnits } from "./decimalText.ts";

const rows: [bigint, string][] = [
  [0n, "0"],
  [1n, "0.000001"],
  [10n, "0.00001"],
  [200_000n, "0.2"],
  [1_000_000n, "1"],
  [12_345_678n, "12.345678"],
  [100_000_000_000_000_000n, "100000000000"],
];
for (const [drops, text] of rows) {
  test(`${drops} drops are ${text}`, () => {
    expect(wholeUnits(drops)).toBe(text);
    expect(dropsOf(text)).toBe(drops);
    if (drops < 10n ** 15n) expect(decimalText(Number(drops) / 1_000_000)).toBe(text);
  });
}

test("a debt has a sign", () => expect(wholeUnits(-1_500_000n)).toBe("-1.5"));

for (const text of ["", "-1", "1.", ".5", "1e3", "0.0000001", "1 ", "1,5", "0x1", "1234567890123"]) {
  test(`${JSON.stringify(text)} is no number of units`, () => expect(dropsOf(text)).toBeUndefined());
}
