import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Amount } from "../types.ts";
import { AmountOverflow } from "./canonicalAmount.ts";
import { noIssue } from "./issue.ts";
import { IssuedAmount } from "./issuedAmount.ts";
import {
  amountFromQuality,
  ceilIn,
  ceilOut,
  composeQualities,
  getRate,
  qualityOne,
  roundQuality,
} from "./quality.ts";

/** What the reference's arithmetic makes of random amounts, many of them at the edges of mantissa and exponent. */
const vectors: Record<"getRate" | "compose" | "round" | "ceilIn" | "ceilOut", string[][]> = JSON.parse(
  readFileSync(new URL("../../../test/vectors/amounts/quality.json", import.meta.url), "utf8"),
);

/** "17" is drops, "1000000000000000e-15" an issued amount. */
function amount(text: string): Amount {
  const [mantissa, exponent] = text.split("e");
  if (exponent === undefined) return BigInt(mantissa!);
  return new IssuedAmount(BigInt(mantissa!), Number(exponent), noIssue.currency, noIssue.issuer);
}
const text = (of: Amount): string => (typeof of === "bigint" ? `${of}` : `${of.mantissa}e${of.exponent}`);

/** What `compute` returns, or "overflow". */
function outcome(compute: () => string): string {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AmountOverflow) return "overflow";
    throw error;
  }
}

test("getRate prices an offer", () => {
  for (const [out, input, rate] of vectors.getRate) {
    expect(`${getRate(amount(out!), amount(input!))}`, `${out} for ${input}`).toBe(rate);
  }
});

test("composeQualities multiplies two prices, rounding up", () => {
  for (const [first, second, both] of vectors.compose) {
    expect(outcome(() => `${composeQualities(BigInt(first!), BigInt(second!))}`)).toBe(both);
  }
});

test("roundQuality keeps so many digits, and its amount is canonical", () => {
  for (const [quality, digits, rounded, rate] of vectors.round) {
    const got = roundQuality(BigInt(quality!), Number(digits));
    expect(`${got}`).toBe(rounded);
    expect(outcome(() => text(amountFromQuality(got)))).toBe(rate);
  }
});

for (const [name, limited] of [
  ["ceilIn", ceilIn],
  ["ceilOut", ceilOut],
] as const) {
  test(`${name} takes part of an offer at the offer's price`, () => {
    for (const [quality, input, out, limit, ...result] of vectors[name]) {
      const got = outcome(() => {
        const part = limited(BigInt(quality!), { in: amount(input!), out: amount(out!) }, amount(limit!));
        return `${text(part.in)} ${text(part.out)}`;
      });
      expect(got, `${input} for ${out} at ${quality}, limit ${limit}`).toBe(result.join(" "));
    }
  });
}

describe("edges", () => {
  const one = amount("1000000000000000e-15");

  test("one for one", () => {
    expect(getRate(one, one)).toBe(qualityOne);
    expect(getRate(1n, 1n)).toBe(qualityOne);
  });

  test("nothing offered, or a price out of range, has quality 0", () => {
    expect(getRate(0n, one)).toBe(0n);
    expect(getRate(amount("0e-100"), 5n)).toBe(0n);
    expect(getRate(amount("1000000000000000e-96"), amount("9999999999999999e80"))).toBe(0n);
    expect(getRate(amount("9999999999999999e80"), amount("1000000000000000e-96"))).toBe(0n);
    expect(amountFromQuality(0n)).toEqual(amount("0e-100"));
  });

  test("an offer within the limit is taken as it is", () => {
    const offer = { in: 10n, out: one };
    expect(ceilIn(qualityOne, offer, 10n)).toBe(offer);
    expect(ceilOut(qualityOne, offer, one)).toBe(offer);
  });

  test("rounding up never gives or asks more than the offer has", () => {
    // At this price the limited part would be worth more than the whole.
    const dear = getRate(1n, one);
    expect(ceilOut(dear, { in: amount("1000000000000000e-16"), out: 7n }, 6n).in).toEqual(
      amount("1000000000000000e-16"),
    );
  });
});
