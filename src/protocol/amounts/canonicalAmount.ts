import type { Amount, Drops, Issue } from "../types.ts";
import { isNativeIssue } from "./issue.ts";
import { IssuedAmount } from "./issuedAmount.ts";

/** Smallest and largest absolute mantissa of a canonical issued amount that is not zero. */
export const minMantissa = 10n ** 15n;
export const maxMantissa = 10n ** 16n - 1n;
export const minExponent = -96;
export const maxExponent = 80;
/** The exponent of zero: below every other, so that zero sorts before the smallest positive amount. */
export const zeroExponent = -100;
/** No native amount may exceed the whole supply: 100 billion units of a million drops. */
export const maxDrops = 10n ** 17n;

/** 10^0 to 10^39. */
export const powersOfTen: readonly bigint[] = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));

/** A computation left the range of amounts. The reference throws here too, and a transaction fails. */
export class AmountOverflow extends RangeError {
  override readonly name = "AmountOverflow";
}

/**
 * The canonical issued amount `mantissa × 10^exponent`; digits beyond the sixteenth are cut off, and what is
 * too small to be shown becomes zero.
 *
 * @throws AmountOverflow when it is too large.
 */
export function issuedAmount(mantissa: bigint, exponent: number, issue: Issue): IssuedAmount {
  if (mantissa < 0n) {
    const positive = issuedAmount(-mantissa, exponent, issue);
    return positive.mantissa === 0n
      ? positive
      : new IssuedAmount(-positive.mantissa, positive.exponent, issue.currency, issue.issuer);
  }
  let value = mantissa;
  let power = exponent;
  if (value < minMantissa) {
    if (value === 0n) return new IssuedAmount(0n, zeroExponent, issue.currency, issue.issuer);
    const room = power - minExponent;
    if (room > 0) {
      const missing = 16 - digitsOf(value);
      const shift = Math.min(missing, room);
      value *= powersOfTen[shift]!;
      power -= shift;
    }
  } else if (value > maxMantissa) {
    const shift = digitsOf(value) - 16;
    if (power + shift > maxExponent) throw new AmountOverflow("issued amount too large");
    value /= powersOfTen[shift]!;
    power += shift;
  }
  if (power < minExponent || value < minMantissa) {
    return new IssuedAmount(0n, zeroExponent, issue.currency, issue.issuer);
  }
  if (power > maxExponent) throw new AmountOverflow("issued amount too large");
  return new IssuedAmount(value, power, issue.currency, issue.issuer);
}

/**
 * Whole drops out of `mantissa × 10^exponent`, fractions cut off.
 *
 * @throws AmountOverflow beyond the whole supply.
 */
export function nativeAmount(mantissa: bigint, exponent: number): Drops {
  if (mantissa === 0n || exponent <= -20) return 0n;
  if (exponent > 17) throw new AmountOverflow("native amount too large");
  const drops = exponent < 0 ? mantissa / powersOfTen[-exponent]! : mantissa * powersOfTen[exponent]!;
  if (drops > maxDrops || drops < -maxDrops) throw new AmountOverflow("native amount too large");
  return drops;
}

/** The amount `mantissa × 10^exponent` of an issue of either sort; see {@link issuedAmount}, {@link nativeAmount}. */
export const canonicalAmount = (mantissa: bigint, exponent: number, issue: Issue): Amount =>
  isNativeIssue(issue) ? nativeAmount(mantissa, exponent) : issuedAmount(mantissa, exponent, issue);

/** Number of decimal digits of a positive integer. */
function digitsOf(value: bigint): number {
  // A double is near enough to find the power, and the table then settles the borderline.
  const guess = Math.floor(Math.log10(Number(value)));
  if (value >= powersOfTen[guess + 1]!) return guess + 2;
  return value < powersOfTen[guess]! ? guess : guess + 1;
}

/** The largest amount of an issue. */
export const largestAmount = (issue: Issue): Amount =>
  isNativeIssue(issue) ? maxDrops : issuedAmount(maxMantissa, maxExponent, issue);
