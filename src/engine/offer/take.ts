import { compareAmounts, mulRatio } from "../../protocol/amounts/arithmetic.ts";
import { ceilIn, ceilOut, type InOut, type Quality } from "../../protocol/amounts/quality.ts";
import { parityRate, type Rate } from "../../protocol/amounts/rate.ts";
import type { Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount } from "../../protocol/types.ts";

/** How much of one offer a step takes. */
export interface Take {
  /** What the offer's owner is paid, and what the offer gives for it. */
  readonly offer: InOut;
  /** What passes through the step: more may go in than the owner is paid, for the issuer's transfer fee. */
  readonly step: InOut;
  /** What the owner pays: more than comes out, where the owner bears the fee. */
  readonly ownerGives: Amount;
  readonly rateIn: Rate;
  readonly rateOut: Rate;
}

const times = (amount: Amount, rate: Rate, roundUp: boolean): Amount =>
  rate === parityRate ? amount : mulRatio(amount, rate, parityRate, roundUp);
const over = (amount: Amount, rate: Rate): Amount =>
  rate === parityRate ? amount : mulRatio(amount, parityRate, rate, false);

/** All that an offer can do with what its owner has. */
export function wholeOffer(offer: Offer, quality: Quality, funds: Amount, rateIn: Rate, rateOut: Rate): Take {
  const { TakerPays, TakerGets } = offer;
  const amounts: InOut = { in: TakerPays, out: TakerGets };
  const ownerGives = times(TakerGets, rateOut, false);
  const isIssuer = typeof TakerGets !== "bigint" && TakerGets.issuer === offer.Account;
  if (isIssuer || compareAmounts(funds, ownerGives) >= 0) {
    const step = { in: times(TakerPays, rateIn, true), out: TakerGets };
    return { offer: amounts, step, ownerGives, rateIn, rateOut };
  }
  const out = over(funds, rateOut);
  const funded = ceilOut(quality, amounts, out);
  const step = { in: times(funded.in, rateIn, true), out };
  return { offer: funded, step, ownerGives: funds, rateIn, rateOut };
}

/** As much of an offer as the given input buys. */
export function limitIn(quality: Quality, whole: Take, limit: Amount): Take {
  if (compareAmounts(limit, whole.step.in) >= 0) return whole;
  const { rateIn, rateOut } = whole;
  const offer = ceilIn(quality, whole.offer, over(limit, rateIn));
  const ownerGives = times(offer.out, rateOut, false);
  return { offer, step: { in: limit, out: offer.out }, ownerGives, rateIn, rateOut };
}

/** As much of an offer as the given output takes. */
export function limitOut(quality: Quality, whole: Take, limit: Amount): Take {
  if (compareAmounts(limit, whole.step.out) >= 0) return whole;
  const { rateIn, rateOut } = whole;
  const offer = ceilOut(quality, whole.offer, limit);
  const step = { in: times(offer.in, rateIn, true), out: limit };
  return { offer, step, ownerGives: times(limit, rateOut, false), rateIn, rateOut };
}
