import fc from "fast-check";
import { encode } from "ripple-binary-codec";
import { describe, expect, test } from "vitest";
import type { Issue } from "../types.ts";
import { amountFromText, amountToText, BadAmountText } from "./amountText.ts";
import { AmountOverflow } from "./canonicalAmount.ts";
import { nativeIssue } from "./issue.ts";
import type { IssuedAmount } from "./issuedAmount.ts";

const usd: Issue = { currency: "5".padStart(40, "0"), issuer: "A".repeat(40) };

describe("issued amounts", () => {
  const texts: readonly [string, string][] = [
    ["0", "0"],
    ["-0", "0"],
    ["1", "1"],
    ["+1", "1"],
    ["-1.50", "-1.5"],
    ["1234567890123456", "1234567890123456"],
    ["12345678901234567", "1234567890123456e1"],
    ["1e3", "1000"],
    ["1E+10", "10000000000"],
    ["1E+11", "1000000000000000e-4"],
    ["1e12", "1000000000000000e-3"],
    ["0.0000001", "0.0000001"],
    ["1e-10", "0.0000000001"],
    ["1e-11", "1000000000000000e-26"],
    ["1e-81", "1000000000000000e-96"],
    ["1e-82", "0"],
    ["9999999999999999e80", "9999999999999999e80"],
    ["0.1000", "0.1"],
  ];
  test.each(texts)("%s is shown as %s", (text, shown) => {
    expect(amountToText(amountFromText(text, usd))).toBe(shown);
  });

  test.each(["", " 1", "1 ", "1\n", "01", ".5", "5.", "1e", "0x1", "1,5", "--1", "NaN", "1e5.5", "٣"])(
    "%j is refused",
    (text) => {
      expect(() => amountFromText(text, usd)).toThrow(BadAmountText);
    },
  );
  test.each(["18446744073709551616", "1".repeat(33), "1e2147483648"])("%s has too many digits", (text) => {
    expect(() => amountFromText(text, usd)).toThrow(BadAmountText);
  });
  test.each(["1e97", "10000000000000000e80", "1e2147483647"])("%s is too large", (text) => {
    expect(() => amountFromText(text, usd)).toThrow(AmountOverflow);
  });

  test("the client library writes the same mantissa and exponent", () => {
    const digits = fc.bigInt({ min: 1n, max: 9_999_999_999_999_999n });
    fc.assert(
      fc.property(digits, fc.integer({ min: -81, max: 79 }), fc.boolean(), (mantissa, exponent, negative) => {
        const text = `${negative ? "-" : ""}${mantissa}e${exponent}`;
        const ours = amountFromText(text, usd) as IssuedAmount;
        const blob = encode({
          Amount: { value: text, currency: "USD", issuer: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh" },
        });
        const word = BigInt(`0x${blob.slice(2, 18)}`);
        const theirs = (word & ((1n << 54n) - 1n)) * ((word >> 62n) & 1n ? 1n : -1n);
        expect([ours.mantissa, ours.exponent]).toEqual([theirs, Number((word >> 54n) & 255n) - 97]);
      }),
    );
  });
});

describe("native amounts", () => {
  test.each([
    ["0", 0n],
    ["1000000", 1_000_000n],
    ["-5", -5n],
    ["1e6", 1_000_000n],
    ["15e-1", 1n],
    ["100000000000000000", 100_000_000_000_000_000n],
  ] as const)("%s is %s drops", (text, drops) => {
    expect(amountFromText(text, nativeIssue)).toBe(drops);
  });
  test.each(["1.0", "1.5", "abc", "0.000001e6"])("%s is refused", (text) => {
    expect(() => amountFromText(text, nativeIssue)).toThrow(BadAmountText);
  });
  test.each(["100000000000000001", "1e18"])("%s is more than there is", (text) => {
    expect(() => amountFromText(text, nativeIssue)).toThrow(AmountOverflow);
  });
});
