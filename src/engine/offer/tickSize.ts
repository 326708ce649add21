import { divide, multiply } from "../../protocol/amounts/arithmetic.ts";
import { isNative, issueOf } from "../../protocol/amounts/issue.ts";
import { amountFromQuality, getRate, maxTickSize, roundQuality } from "../../protocol/amounts/quality.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Amount } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";

/** The significant digits that prices of these two kinds of money may have: the fewer of the two issuers' wishes. */
export function tickSizeOf(view: ReadView, pays: Amount, gets: Amount): number {
  const wished = (amount: Amount): number =>
    isNative(amount) ? maxTickSize : (view.read(keylet.account(amount.issuer))?.TickSize ?? maxTickSize);
  return Math.min(wished(pays), wished(gets), maxTickSize);
}

/**
 * An offer's amounts with its price rounded to `tickSize` digits, in the disfavour of nobody but the taker: a sale
 * asks for a little more, a purchase gives a little less. At a price beyond the range, a sale asks for nothing.
 *
 * @throws AmountOverflow, also for a purchase at a price beyond the range
 */
export function roundToTick(
  pays: Amount,
  gets: Amount,
  tickSize: number,
  isSale: boolean,
): { pays: Amount; gets: Amount } {
  const rate = amountFromQuality(roundQuality(getRate(gets, pays), tickSize));
  return isSale
    ? { pays: multiply(gets, rate, issueOf(pays)), gets }
    : { pays, gets: divide(pays, rate, issueOf(gets)) };
}
