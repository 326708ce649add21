import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Amount, Issue } from "../types.ts";
import { amountFromText, amountToText } from "./amountText.ts";
import {
  addAmounts,
  compareAmounts,
  divide,
  divideRound,
  equalAmounts,
  isZero,
  mulRatio,
  multiply,
  multiplyRound,
  negate,
  subtractAmounts,
} from "./arithmetic.ts";
import {
  AmountOverflow,
  canonicalAmount,
  issuedAmount,
  maxDrops,
  maxExponent,
  maxMantissa,
  minExponent,
  minMantissa,
} from "./canonicalAmount.ts";
import { nativeIssue } from "./issue.ts";
import { IssuedAmount } from "./issuedAmount.ts";

const usd: Issue = { currency: "5".padStart(40, "0"), issuer: "A".repeat(40) };
const eur: Issue = { currency: "6".padStart(40, "0"), issuer: "B".repeat(40) };

/** What the reference's own arithmetic makes of operands at the edges: the last element of a row is its result. */
const vectors: Record<string, readonly (readonly string[])[]> = JSON.parse(
  readFileSync(new URL("../../../test/vectors/amounts/arithmetic.json", import.meta.url), "utf8"),
);

/** `123e-4` is issued, `123` drops. */
function read(text: string | undefined): Amount {
  const [mantissa = "", exponent] = (text ?? "").split("e");
  return exponent === undefined ? BigInt(mantissa) : canonicalAmount(BigInt(mantissa), Number(exponent), usd);
}
const show = (amount: Amount): string =>
  typeof amount === "bigint" ? String(amount) : `${amount.mantissa}e${amount.exponent}`;
const issueNamed = (name: string | undefined): Issue => (name === "native" ? nativeIssue : usd);

const operations: Record<string, (row: readonly string[]) => string> = {
  canonical: ([a]) => show(read(a)),
  text: ([a]) => amountToText(read(a)),
  compare: ([a, b]) => String(compareAmounts(read(a), read(b))),
  add: ([a, b]) => show(addAmounts(read(a), read(b))),
  multiply: ([issue, a, b]) => show(multiply(read(a), read(b), issueNamed(issue))),
  divide: ([issue, a, b]) => show(divide(read(a), read(b), issueNamed(issue))),
  multiplyRound: ([issue, way, a, b]) =>
    show(multiplyRound(read(a), read(b), issueNamed(issue), way === "up")),
  divideRound: ([issue, way, a, b]) => show(divideRound(read(a), read(b), issueNamed(issue), way === "up")),
  mulRatio: ([numerator, denominator, way, a]) =>
    show(mulRatio(read(a), Number(numerator), Number(denominator), way === "up")),
};

function outcome(operation: string, row: readonly string[]): string {
  try {
    return operations[operation]!(row);
  } catch (error) {
    if (error instanceof RangeError) return "overflow";
    throw error;
  }
}

describe.each(Object.keys(vectors))("%s", (operation) => {
  test("comes to the reference's last digit", () => {
    for (const row of vectors[operation]!) {
      expect([...row.slice(0, -1), outcome(operation, row.slice(0, -1))]).toEqual(row);
    }
  });
});

const mantissas = fc.oneof(
  fc.bigInt({ min: minMantissa, max: maxMantissa }),
  fc.constantFrom(minMantissa, minMantissa + 1n, maxMantissa, maxMantissa - 1n),
);
const issued = (lowest = minExponent, highest = maxExponent) =>
  fc
    .tuple(mantissas, fc.integer({ min: lowest, max: highest }), fc.boolean())
    .map(([mantissa, exponent, negative]) => issuedAmount(negative ? -mantissa : mantissa, exponent, usd));

/** The exact value times 10^400: an integer for everything that these tests compute. */
const scale = 10n ** 400n;
const exact = (amount: IssuedAmount): bigint =>
  amount.exponent >= 0
    ? amount.mantissa * 10n ** BigInt(amount.exponent) * scale
    : (amount.mantissa * scale) / 10n ** BigInt(-amount.exponent);
/** One unit in the last place of an amount, on the same scale. */
const unit = ({ exponent }: IssuedAmount): bigint => (scale * 10n ** BigInt(exponent + 100)) / 10n ** 100n;
const positive = (amount: IssuedAmount): IssuedAmount => (amount.mantissa < 0n ? negate(amount) : amount);
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

describe("against exact rational numbers", () => {
  test("comparing orders amounts as their values", () => {
    fc.assert(
      fc.property(issued(), issued(), (a, b) => {
        const [left, right] = [exact(a), exact(b)];
        expect(compareAmounts(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(compareAmounts(b, a)).toBe(-compareAmounts(a, b) + 0);
      }),
    );
  });

  test("a sum is off by less than two units in the larger operand's last place, or is dust", () => {
    fc.assert(
      fc.property(issued(-60, 60), issued(-60, 60), (a, b) => {
        const sum = addAmounts(a, b);
        const larger = Math.max(a.exponent, b.exponent);
        const place = unit(issuedAmount(minMantissa, larger, usd));
        const error = abs(exact(sum) - exact(a) - exact(b));
        const limit = isZero(sum) ? 11n * place : sum.exponent > larger ? 10n * place : 2n * place;
        expect(error <= limit).toBe(true);
      }),
    );
  });

  test("rounding down never exceeds the exact value, rounding up falls short by a tenth of a unit at most", () => {
    fc.assert(
      fc.property(issued(-30, 30).map(positive), issued(-30, 30).map(positive), (a, b) => {
        const up = multiplyRound(a, b, eur, true) as IssuedAmount;
        const down = multiplyRound(a, b, eur, false) as IssuedAmount;
        const product = (exact(a) * exact(b)) / scale;
        expect(exact(down) <= product && product <= exact(up) + unit(up) / 10n).toBe(true);

        const dearer = divideRound(a, b, eur, true) as IssuedAmount;
        const cheaper = divideRound(a, b, eur, false) as IssuedAmount;
        const quotient = (exact(a) * scale) / exact(b);
        expect(exact(cheaper) <= quotient && quotient <= exact(dearer) + unit(dearer) / 10n).toBe(true);
      }),
    );
  });

  test("every result is canonical", () => {
    const isCanonical = (amount: Amount) =>
      amount instanceof IssuedAmount &&
      (amount.mantissa === 0n
        ? amount.exponent === -100
        : abs(amount.mantissa) >= minMantissa &&
          abs(amount.mantissa) <= maxMantissa &&
          amount.exponent >= minExponent &&
          amount.exponent <= maxExponent);
    const attempt = (compute: () => Amount) => {
      try {
        return isCanonical(compute());
      } catch (error) {
        return error instanceof AmountOverflow;
      }
    };
    fc.assert(
      fc.property(issued(), issued(), fc.boolean(), (a, b, up) => {
        for (const compute of [
          () => addAmounts(a, b),
          () => subtractAmounts(a, b),
          () => multiply(a, b, eur),
          () => divide(a, b, eur),
          () => multiplyRound(a, b, eur, up),
          () => divideRound(a, b, eur, up),
          () => mulRatio(a, 1_015_000_000, 1_000_000_000, up),
        ]) {
          expect(attempt(compute)).toBe(true);
        }
      }),
    );
  });
});

describe("the text of an amount", () => {
  test("reads back to the same amount", () => {
    fc.assert(
      fc.property(issued(), (amount) => {
        expect(equalAmounts(amountFromText(amountToText(amount), usd), amount)).toBe(true);
      }),
    );
  });
});

describe("the edges", () => {
  const largest = issuedAmount(maxMantissa, maxExponent, usd);
  const smallest = issuedAmount(minMantissa, minExponent, usd);

  test("no sum wraps: beyond the largest amount it throws", () => {
    expect(() => addAmounts(largest, largest)).toThrow(AmountOverflow);
    expect(() => subtractAmounts(negate(largest), largest)).toThrow(AmountOverflow);
    expect(() => multiply(largest, largest, usd)).toThrow(AmountOverflow);
    expect(() => divide(largest, smallest, usd)).toThrow(AmountOverflow);
    expect(() => mulRatio(largest, 2, 1, false)).toThrow(AmountOverflow);
    expect(() => multiply(maxDrops, 100n, nativeIssue)).toThrow(AmountOverflow);
    expect(() => mulRatio(2n ** 62n, 4, 1, false)).toThrow(AmountOverflow);
  });

  test("what is too small becomes zero, or rounded up the smallest amount", () => {
    expect(isZero(multiply(smallest, smallest, usd))).toBe(true);
    expect(isZero(multiplyRound(smallest, smallest, usd, false))).toBe(true);
    expect(show(multiplyRound(smallest, smallest, usd, true))).toBe(show(smallest));
    expect(multiplyRound(smallest, smallest, nativeIssue, true)).toBe(1n);
    expect(multiplyRound(smallest, smallest, nativeIssue, false)).toBe(0n);
  });

  test("a difference within ten units in the last place is zero", () => {
    const a = issuedAmount(1_000_000_000_000_010n, 0, usd);
    expect(isZero(subtractAmounts(a, issuedAmount(minMantissa, 0, usd)))).toBe(true);
    const b = issuedAmount(1_000_000_000_000_011n, 0, usd);
    expect(show(subtractAmounts(b, issuedAmount(minMantissa, 0, usd)))).toBe("1100000000000000e-14");
  });

  test("a sum has the first operand's issue", () => {
    const zero = issuedAmount(0n, 0, usd);
    const other = new IssuedAmount(minMantissa, 0, usd.currency, eur.issuer);
    expect(addAmounts(zero, other)).toEqual(issuedAmount(minMantissa, 0, usd));
    expect(addAmounts(other, zero)).toBe(other);
  });

  test("native and issued amounts do not mix", () => {
    expect(() => addAmounts(1n, largest as Amount)).toThrow(TypeError);
    expect(() => compareAmounts(largest, 1n)).toThrow(TypeError);
    expect(equalAmounts(largest, 1n)).toBe(false);
  });

  test("nothing is divided by zero", () => {
    expect(() => divide(1n, 0n, usd)).toThrow(RangeError);
    expect(() => divideRound(1n, 0n, usd, true)).toThrow(RangeError);
    expect(() => mulRatio(1n, 1, 0, true)).toThrow(RangeError);
  });
});
