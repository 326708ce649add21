import type { Amount, Drops, Issue } from "../types.ts";
import {
  AmountOverflow,
  canonicalAmount,
  issuedAmount,
  maxMantissa,
  minExponent,
  minMantissa,
  powersOfTen,
} from "./canonicalAmount.ts";
import { isNativeIssue, zeroOf } from "./issue.ts";
import { IssuedAmount } from "./issuedAmount.ts";

/**
 * Arithmetic of amounts, with exactly the digits that the protocol's reference keeps and drops: every node
 * must come to the same last digit, so no step here may be "improved".
 *
 * Sums are of one currency; issuers are not compared, and the result has the first operand's. Mixing native
 * and issued amounts is a mistake of the caller and throws a TypeError.
 */

const tenTo14 = 10n ** 14n;
const tenTo17 = 10n ** 17n;
const maxUint64 = 2n ** 64n - 1n;
const maxInt64 = 2n ** 63n - 1n;

/** Neither money nor debt. */
export const isZero = (amount: Amount): boolean =>
  typeof amount === "bigint" ? amount === 0n : amount.mantissa === 0n;
/** Above zero. */
export const isPositive = (amount: Amount): boolean =>
  typeof amount === "bigint" ? amount > 0n : amount.mantissa > 0n;
/** Below zero. */
export const isNegative = (amount: Amount): boolean =>
  typeof amount === "bigint" ? amount < 0n : amount.mantissa < 0n;

/** The sign: -1, 0 or 1. */
export function signum(amount: Amount): -1 | 0 | 1 {
  const value = typeof amount === "bigint" ? amount : amount.mantissa;
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** The same with the opposite sign; zero stays as it is. */
export function negate(amount: Drops): Drops;
export function negate(amount: IssuedAmount): IssuedAmount;
export function negate(amount: Amount): Amount;
export function negate(amount: Amount): Amount {
  if (typeof amount === "bigint") return -amount;
  if (amount.mantissa === 0n) return amount;
  return new IssuedAmount(-amount.mantissa, amount.exponent, amount.currency, amount.issuer);
}

/** -1 when `a` is less than `b`, 0 when they are equal, 1 when it is more. */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  if (typeof a === "bigint" || typeof b === "bigint") {
    if (typeof a !== typeof b) throw mixed();
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const sign = signum(a);
  const otherSign = signum(b);
  if (sign !== otherSign) return sign < otherSign ? -1 : 1;
  // Of one sign, and canonical: the exponent decides before the mantissa does.
  if (a.exponent !== b.exponent) return a.exponent < b.exponent === sign > 0 ? -1 : 1;
  return a.mantissa < b.mantissa ? -1 : a.mantissa > b.mantissa ? 1 : 0;
}

/** Same currency and value; the issuers may differ. Amounts of different sorts are simply not equal. */
export function equalAmounts(a: Amount, b: Amount): boolean {
  if (typeof a === "bigint" || typeof b === "bigint") return a === b;
  return a.mantissa === b.mantissa && a.exponent === b.exponent && a.currency === b.currency;
}

/** The smaller one, the first where they are equal. Both are of one issue. */
export const minAmount = <A extends Amount>(a: A, b: A): A => (compareAmounts(b, a) < 0 ? b : a);
/** The greater one, the first where they are equal. Both are of one issue. */
export const maxAmount = <A extends Amount>(a: A, b: A): A => (compareAmounts(a, b) < 0 ? b : a);

/**
 * `a + b`. The smaller exponent's digits are cut off to align the two, and a sum of at most ten units in the
 * last place counts as zero.
 *
 * @throws AmountOverflow
 */
export function addAmounts(a: Drops, b: Drops): Drops;
export function addAmounts(a: IssuedAmount, b: IssuedAmount): IssuedAmount;
export function addAmounts(a: Amount, b: Amount): Amount;
export function addAmounts(a: Amount, b: Amount): Amount {
  if (typeof a === "bigint" || typeof b === "bigint") {
    if (typeof a === "bigint" && typeof b === "bigint") return a + b;
    throw mixed();
  }
  if (b.mantissa === 0n) return a;
  if (a.mantissa === 0n) {
    return b.issuer === a.issuer && b.currency === a.currency
      ? b
      : new IssuedAmount(b.mantissa, b.exponent, a.currency, a.issuer);
  }
  let left = a.mantissa;
  let right = b.mantissa;
  let exponent = a.exponent;
  const shift = exponent - b.exponent;
  if (shift < 0) {
    left = shift < -16 ? 0n : left / powersOfTen[-shift]!;
    exponent = b.exponent;
  } else if (shift > 0) {
    right = shift > 16 ? 0n : right / powersOfTen[shift]!;
  }
  const sum = left + right;
  if (sum >= -10n && sum <= 10n) return issuedAmount(0n, 0, a);
  return issuedAmount(sum, exponent, a);
}

/** `a - b`, as {@link addAmounts}. */
export function subtractAmounts(a: Drops, b: Drops): Drops;
export function subtractAmounts(a: IssuedAmount, b: IssuedAmount): IssuedAmount;
export function subtractAmounts(a: Amount, b: Amount): Amount;
export function subtractAmounts(a: Amount, b: Amount): Amount {
  return addAmounts(a, negate(b));
}

/**
 * `a × b` as an amount of `issue`. Seven is added below the last digit kept: the reference's way of rounding.
 *
 * @throws AmountOverflow
 */
export function multiply(a: Amount, b: Amount, issue: Issue): Amount {
  if (isZero(a) || isZero(b)) return zeroOf(issue);
  if (typeof a === "bigint" && typeof b === "bigint" && isNativeIssue(issue)) return multiplyDrops(a, b);
  const left = factor(a);
  const right = factor(b);
  const value = fits64((left.value * right.value) / tenTo14) + 7n;
  return signed(value, left.exponent + right.exponent + 14, left.negative !== right.negative, issue);
}

/**
 * `a ÷ b` as an amount of `issue`. Five is added below the last digit kept.
 *
 * @throws AmountOverflow
 * @throws AmountOverflow, also when `b` is zero
 */
export function divide(a: Amount, b: Amount, issue: Issue): Amount {
  if (isZero(b)) throw new AmountOverflow("division by zero");
  if (isZero(a)) return zeroOf(issue);
  const left = factor(a);
  const right = factor(b);
  const value = fits64((left.value * tenTo17) / right.value) + 5n;
  return signed(value, left.exponent - right.exponent - 17, left.negative !== right.negative, issue);
}

/**
 * `a × b` as an amount of `issue`, rounded up (towards plus infinity) or down. A positive product that is too
 * small to be shown is rounded up to the smallest amount there is.
 *
 * @throws AmountOverflow
 */
export function multiplyRound(a: Amount, b: Amount, issue: Issue, roundUp: boolean): Amount {
  if (isZero(a) || isZero(b)) return zeroOf(issue);
  if (typeof a === "bigint" && typeof b === "bigint" && isNativeIssue(issue)) return multiplyDrops(a, b);
  const left = factor(a);
  const right = factor(b);
  const negative = left.negative !== right.negative;
  const product = left.value * right.value;
  const value = fits64((negative !== roundUp ? product + tenTo14 - 1n : product) / tenTo14);
  return rounded(value, left.exponent + right.exponent + 14, negative, issue, roundUp);
}

/** `a ÷ b` as an amount of `issue`, rounded as {@link multiplyRound} does. */
export function divideRound(a: Amount, b: Amount, issue: Issue, roundUp: boolean): Amount {
  if (isZero(b)) throw new AmountOverflow("division by zero");
  if (isZero(a)) return zeroOf(issue);
  const left = factor(a);
  const right = factor(b);
  const negative = left.negative !== right.negative;
  const scaled = left.value * tenTo17;
  const value = fits64((negative !== roundUp ? scaled + right.value - 1n : scaled) / right.value);
  return rounded(value, left.exponent - right.exponent - 17, negative, issue, roundUp);
}

/**
 * `amount × numerator ÷ denominator` in one go, keeping more digits than two operations would. Both factors
 * are unsigned 32-bit numbers, such as rates in parts per billion.
 *
 * @throws AmountOverflow
 * @throws AmountOverflow, also when the denominator is zero
 */
export function mulRatio(amount: Drops, numerator: number, denominator: number, roundUp: boolean): Drops;
export function mulRatio(
  amount: IssuedAmount,
  numerator: number,
  denominator: number,
  roundUp: boolean,
): IssuedAmount;
export function mulRatio(amount: Amount, numerator: number, denominator: number, roundUp: boolean): Amount;
export function mulRatio(amount: Amount, numerator: number, denominator: number, roundUp: boolean): Amount {
  if (denominator === 0) throw new AmountOverflow("division by zero");
  if (numerator === denominator) return amount;
  const divisor = BigInt(denominator);
  if (typeof amount === "bigint") {
    const product = amount * BigInt(numerator);
    let result = product / divisor;
    if (result * divisor !== product) {
      if (product > 0n && roundUp) result += 1n;
      if (product < 0n && !roundUp) result -= 1n;
    }
    if (result > maxInt64) throw new AmountOverflow("native amount too large");
    return result;
  }

  const negative = amount.mantissa < 0n;
  const product = (negative ? -amount.mantissa : amount.mantissa) * BigInt(numerator);
  let low = product / divisor;
  let remainder = product - low * divisor;
  let exponent = amount.exponent;
  if (remainder !== 0n) {
    // Let the quotient fill eighteen digits with what the remainder still has to give.
    const room = 18 - ceilLog10(low);
    if (room > 0) {
      exponent -= room;
      low *= powersOfTen[room]!;
      remainder *= powersOfTen[room]!;
    }
    const more = remainder / divisor;
    low += more;
    remainder -= more * divisor;
  }
  let inexact = remainder !== 0n;
  const excess = ceilLog10(low) - 18;
  if (excess > 0) {
    const whole = low;
    exponent += excess;
    low /= powersOfTen[excess]!;
    inexact ||= whole !== low * powersOfTen[excess]!;
  }
  // What the next line cuts off is not counted as inexact: so does the reference.
  const result = issuedAmount(negative ? -low : low, exponent, amount);
  if (!inexact) return result;
  if (roundUp && !negative) {
    return result.mantissa === 0n
      ? new IssuedAmount(minMantissa, minExponent, amount.currency, amount.issuer)
      : issuedAmount(result.mantissa + 1n, result.exponent, amount);
  }
  if (!roundUp && negative) {
    return result.mantissa === 0n
      ? new IssuedAmount(-minMantissa, minExponent, amount.currency, amount.issuer)
      : issuedAmount(result.mantissa - 1n, result.exponent, amount);
  }
  return result;
}

interface Factor {
  readonly value: bigint;
  readonly exponent: number;
  readonly negative: boolean;
}

/** An operand's absolute value with at least sixteen digits: drops are scaled up to them. Not for zero. */
function factor(amount: Amount): Factor {
  if (typeof amount !== "bigint") {
    const negative = amount.mantissa < 0n;
    return { value: negative ? -amount.mantissa : amount.mantissa, exponent: amount.exponent, negative };
  }
  const negative = amount < 0n;
  let value = negative ? -amount : amount;
  let exponent = 0;
  while (value < minMantissa) {
    value *= 10n;
    exponent -= 1;
  }
  return { value, exponent, negative };
}

function signed(value: bigint, exponent: number, negative: boolean, issue: Issue): Amount {
  return canonicalAmount(negative ? -value : value, exponent, issue);
}

/** The end of a rounding operation: `value` was rounded at its own last digit already. */
function rounded(value: bigint, exponent: number, negative: boolean, issue: Issue, roundUp: boolean): Amount {
  const native = isNativeIssue(issue);
  let digits = value;
  let power = exponent;
  if (negative !== roundUp) {
    // Away from zero. The last division alone carries: digits cut off before it are not looked at.
    if (native && power < 0) {
      const loops = -1 - power;
      if (loops > 0) digits /= loops < powersOfTen.length ? powersOfTen[loops]! : 10n ** BigInt(loops);
      digits = (digits + (loops >= 2 ? 9n : 10n)) / 10n;
      power = 0;
    } else if (!native && digits > maxMantissa) {
      while (digits > 10n * maxMantissa) {
        digits /= 10n;
        power += 1;
      }
      digits = (digits + 9n) / 10n;
      power += 1;
    }
  }
  const result = signed(digits, power, negative, issue);
  if (!roundUp || negative || !isZero(result)) return result;
  return native ? 1n : new IssuedAmount(minMantissa, minExponent, issue.currency, issue.issuer);
}

/** Drops times drops, as drops: refused unless it surely fits. */
function multiplyDrops(a: Drops, b: Drops): Drops {
  const [least, most] = a < b ? [a, b] : [b, a];
  if (least < 0n || least > 3_000_000_000n || (most >> 32n) * least > 2_095_475_792n) {
    throw new AmountOverflow("native amount too large");
  }
  return least * most;
}

function fits64(value: bigint): bigint {
  if (value > maxUint64) throw new AmountOverflow("product or quotient too large");
  return value;
}

/** The smallest `n` with 10^n at least `value`. */
function ceilLog10(value: bigint): number {
  let power = value < 1_000_000_000_000n ? 0 : 12;
  while (powersOfTen[power]! < value) power += 1;
  return power;
}

const mixed = () => new TypeError("native and issued amounts cannot be combined");
