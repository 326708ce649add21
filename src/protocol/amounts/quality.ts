import type { Amount } from "../types.ts";
import { compareAmounts, divide, divideRound, isZero, multiplyRound } from "./arithmetic.ts";
import { AmountOverflow, issuedAmount } from "./canonicalAmount.ts";
import { issueOf, noIssue } from "./issue.ts";
import type { IssuedAmount } from "./issuedAmount.ts";

/**
 * The price of an offer as one number: what its taker pays for one unit of what the taker gets.
 *
 * The upper 8 bits are the decimal exponent plus 100, the lower 56 the mantissa, so that numbers compare like
 * prices: the smaller the number, the better the offer for its taker. Book directories end in it. 0 stands for
 * a price that cannot be written (nothing offered, or beyond the range).
 */
export type Quality = bigint;

/** What flows into an offer or a step, and what comes out of it. For an offer: TakerPays and TakerGets. */
export interface InOut {
  readonly in: Amount;
  readonly out: Amount;
}

/** The least and the most significant digits that an issuer's TickSize may ask for; at the most, nothing rounds. */
export const minTickSize = 3;
export const maxTickSize = 16;

const exponentShift = 56n;
const mantissaMask = (1n << exponentShift) - 1n;
const exponentBias = 100;

/** One for one. */
export const qualityOne: Quality = (BigInt(exponentBias - 15) << exponentShift) | (10n ** 15n);

/** True when `a` is a worse price for the taker than `b`. */
export const isWorseQuality = (a: Quality, b: Quality): boolean => a > b;

/**
 * The price of giving `offerOut` for `offerIn`; 0 when nothing is given or the price is out of range.
 * Source: getRate in the reference's STAmount.cpp, with its rounding.
 */
export function getRate(offerOut: Amount, offerIn: Amount): Quality {
  if (isZero(offerOut)) return 0n;
  try {
    return encodeRate(divide(offerIn, offerOut, noIssue) as IssuedAmount);
  } catch (error) {
    if (error instanceof AmountOverflow) return 0n;
    throw error;
  }
}

function encodeRate(rate: IssuedAmount): Quality {
  if (rate.mantissa === 0n) return 0n;
  return (BigInt(rate.exponent + exponentBias) << exponentShift) | rate.mantissa;
}

/** The price as an amount (of no currency), to multiply and divide with. Zero for quality 0. */
export function amountFromQuality(quality: Quality): IssuedAmount {
  const exponent = Number(quality >> exponentShift) - exponentBias;
  return issuedAmount(quality & mantissaMask, exponent, noIssue);
}

/** The price of two exchanges one after the other, rounded against the taker. */
export function composeQualities(first: Quality, second: Quality): Quality {
  const rate = multiplyRound(amountFromQuality(first), amountFromQuality(second), noIssue, true);
  return encodeRate(rate as IssuedAmount);
}

/** The price with so many significant digits (3 to 16), rounded up: never better than it was. */
export function roundQuality(quality: Quality, digits: number): Quality {
  const step = 10n ** BigInt(maxTickSize - digits);
  const mantissa = (quality & mantissaMask) + step - 1n;
  return (quality & ~mantissaMask) | (mantissa - (mantissa % step));
}

/**
 * The part of an offer that takes no more than `limit` in, at the offer's own price. What comes out is rounded
 * up, but is never more than the offer has.
 */
export function ceilIn(quality: Quality, offer: InOut, limit: Amount): InOut {
  if (compareAmounts(offer.in, limit) <= 0) return offer;
  const out = divideRound(limit, amountFromQuality(quality), issueOf(offer.out), true);
  return { in: limit, out: compareAmounts(out, offer.out) > 0 ? offer.out : out };
}

/**
 * The part of an offer that gives no more than `limit` out, at the offer's own price. What goes in is rounded
 * up, but is never more than the offer asks.
 */
export function ceilOut(quality: Quality, offer: InOut, limit: Amount): InOut {
  if (compareAmounts(offer.out, limit) <= 0) return offer;
  const input = multiplyRound(limit, amountFromQuality(quality), issueOf(offer.in), true);
  return { in: compareAmounts(input, offer.in) > 0 ? offer.in : input, out: limit };
}
