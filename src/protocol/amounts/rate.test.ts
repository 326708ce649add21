import { describe, expect, test } from "vitest";
import type { Issue } from "../types.ts";
import { amountToText } from "./amountText.ts";
import { issuedAmount } from "./canonicalAmount.ts";
import { nativeIssue } from "./issue.ts";
import { divideByRateRound, multiplyByRate, multiplyByRateRound, parityRate, rateToAmount } from "./rate.ts";

const usd: Issue = { currency: "5".padStart(40, "0"), issuer: "A".repeat(40) };
const usdOf = (value: bigint, exponent = 0) => issuedAmount(value, exponent, usd);

describe("a rate", () => {
  test("is parts per billion as a plain number", () => {
    expect(amountToText(rateToAmount(1_005_000_000))).toBe("1.005");
    expect(amountToText(rateToAmount(parityRate))).toBe("1");
  });

  test("multiplies and divides amounts", () => {
    expect(amountToText(multiplyByRate(usdOf(40n), 1_250_000_000))).toBe("50");
    expect(amountToText(divideByRateRound(usdOf(50n), 1_250_000_000, true))).toBe("40");
    expect(multiplyByRate(100n, 1_015_000_000)).toBe(101n);
    expect(multiplyByRateRound(100n, 1_015_000_000, true)).toBe(102n);
    expect(multiplyByRateRound(100n, 1_015_000_000, false)).toBe(101n);
    expect(divideByRateRound(100n, 1_100_000_000, false)).toBe(90n);
  });

  test("of parity leaves the amount as it is, whatever it is to be called", () => {
    const amount = usdOf(7n);
    expect(multiplyByRate(amount, parityRate)).toBe(amount);
    expect(multiplyByRateRound(amount, parityRate, true, nativeIssue)).toBe(amount);
    expect(divideByRateRound(amount, parityRate, true, nativeIssue)).toBe(amount);
    expect(multiplyByRateRound(amount, 2_000_000_000, true, nativeIssue)).toBe(14n);
  });
});
