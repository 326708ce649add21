import {
  compareAmounts,
  divideRound,
  isPositive,
  multiplyRound,
  signum,
  subtractAmounts,
} from "../../protocol/amounts/arithmetic.ts";
import {
  AmountOverflow,
  issuedAmount,
  maxExponent,
  maxMantissa,
} from "../../protocol/amounts/canonicalAmount.ts";
import { isNative, issueOf, nativeCurrency, zeroOf } from "../../protocol/amounts/issue.ts";
import { amountFromQuality, getRate } from "../../protocol/amounts/quality.ts";
import {
  divideByRateRound,
  multiplyByRateRound,
  parityRate,
  type Rate,
} from "../../protocol/amounts/rate.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag, tfFillOrKill, tfPassive, tfSell } from "../../protocol/flags.ts";
import type { Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, PathSet } from "../../protocol/types.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import { flow } from "../payment/flow.ts";
import { PaymentSandbox } from "../payment/paymentSandbox.ts";
import { accountFunds } from "../trust/accountFunds.ts";
import { transferRate } from "../trust/transferRate.ts";
import { deleteOffer } from "./deleteOffer.ts";

/** An offer from its maker's side, who is the one that takes others' offers now. */
interface NewOffer {
  readonly account: AccountID;
  /** The transaction's: tfPassive, tfSell and tfFillOrKill matter. */
  readonly flags: number;
  readonly give: Amount;
  readonly take: Amount;
}

interface Crossed {
  readonly result: EngineResult;
  /** What is left of the offer; as it was, where nothing was crossed. */
  readonly give: Amount;
  readonly take: Amount;
}

/**
 * Takes what the books hold at the offer's price or better: a payment of its maker to himself, directly and, between
 * two issued currencies, also by way of the native one.
 *
 * @param view where offers are taken
 * @param killed gets only the removal of dead offers
 */
export function crossOffers(offer: NewOffer, view: Sandbox, killed: Sandbox): Crossed {
  const crossing = new PaymentSandbox(view);
  const grooming = new PaymentSandbox(killed);
  const crossed = cross(offer, crossing, grooming);
  crossing.applyTo(view);
  grooming.applyTo(killed);
  return crossed;
}

/** Between two issued currencies, a second path leads over the native one's two books. */
const overNative: PathSet = [[{ currency: nativeCurrency }]];

function cross(offer: NewOffer, view: PaymentSandbox, grooming: PaymentSandbox): Crossed {
  const { account, flags, give, take } = offer;
  try {
    // Preclaim saw funds, but the fee may have used up the last spendable drops.
    const funds = accountFunds(view, account, give, "zeroIfFrozen");
    if (!isPositive(funds)) return { result: "tecUNFUNDED_OFFER", give, take };

    // The issuer's cut comes on top of what the offer gives.
    const fee: Rate =
      isNative(give) || give.issuer === account ? parityRate : transferRate(view, give.issuer);
    const giveWithFee = multiplyByRateRound(give, fee, true);
    const price = getRate(take, giveWithFee);

    const flowed = flow(view, {
      deliver: hasFlag(flags, tfSell) ? asMuchAsThereIs(take) : take,
      source: account,
      destination: account,
      paths: isNative(give) || isNative(take) ? [] : overNative,
      defaultPath: true,
      partialPayment: !hasFlag(flags, tfFillOrKill),
      offerCrossing: true,
      // A passive offer takes only what is better than itself.
      limitQuality: hasFlag(flags, tfPassive) ? BigInt.asUintN(64, price - 1n) : price,
      sendMax: compareAmounts(giveWithFee, funds) > 0 ? funds : giveWithFee,
    });
    removeOffers(view, flowed.deadOffers);
    removeOffers(grooming, flowed.deadOffers);
    if (flowed.result !== "tesSUCCESS") return { result: "tesSUCCESS", give, take };

    if (!isPositive(accountFunds(view, account, give, "zeroIfFrozen"))) {
      return { result: "tesSUCCESS", give: zeroOf(issueOf(give)), take: zeroOf(issueOf(take)) };
    }
    return { result: "tesSUCCESS", ...remainder(offer, fee, flowed.in, flowed.out) };
  } catch (error) {
    // Amounts beyond what can be written: the offer fails, and says so.
    if (error instanceof AmountOverflow) return { result: "tecINTERNAL", give, take };
    throw error;
  }
}

/** What is left of an offer, at the price that it had. */
function remainder(
  { flags, give, take }: NewOffer,
  fee: Rate,
  given: Amount,
  taken: Amount,
): { give: Amount; take: Amount } {
  const rate = amountFromQuality(getRate(take, give));
  if (hasFlag(flags, tfSell)) {
    // A sale is measured by what it gave, without the issuer's cut.
    const left = notNegative(subtractAmounts(give, divideByRateRound(given, fee, true)));
    return { give: left, take: divideRound(left, rate, issueOf(take), true) };
  }
  const left = notNegative(subtractAmounts(take, taken));
  return { give: multiplyRound(left, rate, issueOf(give), true), take: left };
}

const notNegative = (amount: Amount): Amount => (signum(amount) < 0 ? zeroOf(issueOf(amount)) : amount);

const mostDrops = 9_000_000_000_000_000_000n;

/**
 * A sale takes whatever it is offered: so much that no book will reach it. Half of the greatest issued amount,
 * because a transfer fee of up to 100 % may come on top.
 */
const asMuchAsThereIs = (take: Amount): Amount =>
  isNative(take) ? mostDrops : issuedAmount(maxMantissa / 2n, maxExponent, take);

function removeOffers(view: PaymentSandbox, keys: readonly Hash256[]): void {
  for (const key of keys) {
    const offer = view.peek<Offer>({ type: "Offer", key });
    if (offer !== undefined) deleteOffer(view, offer);
  }
}
