import type { Amount, Issue } from "../types.ts";
import { canonicalAmount } from "./canonicalAmount.ts";
import { isNativeIssue } from "./issue.ts";

/** Text that is no amount: not a number, too many digits, a fraction of a drop. */
export class BadAmountText extends Error {
  override readonly name = "BadAmountText";
}

const number = /^([-+]?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?)([0-9]+))?$/;
const maxUint64 = 2n ** 64n - 1n;
const maxInt32 = 2 ** 31 - 1;

/**
 * The amount that a decimal text names. Native amounts are in drops: no fraction, though `1e6` may be
 * written. The digits, point left out, must fit in 64 bits.
 *
 * @throws BadAmountText
 * @throws AmountOverflow when the number is too large.
 */
export function amountFromText(text: string, issue: Issue): Amount {
  const match = number.exec(text);
  // Without the flag `m`, `$` still allows nothing after the number: a line end is refused too.
  if (match === null) throw new BadAmountText(`Number '${text}' is not valid`);
  const [, sign, whole = "", fraction, exponentSign, exponentDigits] = match;
  const digits = whole + (fraction ?? "");
  if (digits.length > 32) throw new BadAmountText(`Number '${text}' is overlong`);
  if (fraction !== undefined && isNativeIssue(issue)) {
    throw new BadAmountText("Native amounts are given in whole drops");
  }
  const mantissa = BigInt(digits);
  const power = exponentDigits === undefined ? 0 : Number(exponentDigits);
  if (mantissa > maxUint64 || power > maxInt32)
    throw new BadAmountText(`Number '${text}' has too many digits`);
  const exponent = (exponentSign === "-" ? -power : power) - (fraction?.length ?? 0);
  return canonicalAmount(sign === "-" ? -mantissa : mantissa, exponent, issue);
}

/**
 * The protocol's decimal text of an amount: plain digits where that stays short, otherwise the mantissa with
 * its exponent (`1000000000000000e-96`). Native amounts are whole drops.
 */
export function amountToText(amount: Amount): string {
  if (typeof amount === "bigint") return amount.toString();
  const { mantissa, exponent } = amount;
  if (mantissa === 0n) return "0";
  const digits = (mantissa < 0n ? -mantissa : mantissa).toString();
  return (mantissa < 0n ? "-" : "") + unsignedText(digits, exponent);
}

function unsignedText(digits: string, exponent: number): string {
  if (exponent === 0) return digits;
  if (exponent < -25 || exponent > -5) return `${digits}e${exponent}`;
  const point = digits.length + exponent;
  const whole = point > 0 ? digits.slice(0, point) : "0";
  const fraction = point > 0 ? digits.slice(point) : "0".repeat(-point) + digits;
  let end = fraction.length;
  while (end > 0 && fraction.charCodeAt(end - 1) === 48) end -= 1;
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`;
}
