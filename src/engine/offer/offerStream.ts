import { compareAmounts, equalAmounts, signum } from "../../protocol/amounts/arithmetic.ts";
import {
  ceilOut,
  getRate,
  type InOut,
  isWorseQuality,
  type Quality,
} from "../../protocol/amounts/quality.ts";
import type { DirectoryNode, Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount, Hash256 } from "../../protocol/types.ts";
import type { ApplyView, ReadView } from "../../state/view.ts";
import { accountFunds } from "../trust/accountFunds.ts";
import { type Book, BookTip } from "./bookTip.ts";

/**
 * Shows the offers of a book that can be taken, best first, and deletes what is passed.
 *
 * Dead offers are left out: expired, with an amount of zero, unfunded, or so small that rounding spoils their
 * price. Those that were dead before this payment touched anything are collected in `toRemove`: they go for good,
 * whatever becomes of the payment. Those that the payment itself made so are only deleted in its own view.
 */
export class OfferStream {
  /** Offers to remove even if the payment fails. */
  readonly toRemove = new Set<Hash256>();
  /** Offers looked at, dead ones included. */
  stepsUsed = 0;
  /** The offer at the tip, its price, and what its owner can give. Meaningful after `step` answered true. */
  offer!: Offer;
  quality: Quality = 0n;
  ownerFunds: Amount = 0n;

  private readonly view: ApplyView;
  private readonly before: ApplyView;
  private readonly tip: BookTip;
  private readonly stepLimit: number;

  /**
   * @param view where offers are taken and deleted
   * @param before the balances as they were before the strand ran
   * @param stepLimit how many offers may be looked at
   */
  constructor(view: ApplyView, before: ApplyView, book: Book, stepLimit: number) {
    this.view = view;
    this.before = before;
    this.tip = new BookTip(view, book);
    this.stepLimit = stepLimit;
  }

  /** Deletes the offer at the tip, if any, and goes to the next live one. False when there is none. */
  step(): boolean {
    const { tip, view } = this;
    while (tip.step()) {
      if (this.stepsUsed >= this.stepLimit) return false;
      this.stepsUsed += 1;

      const offer = tip.entry;
      if (offer === undefined) {
        dropFromPage(view, tip);
        dropFromPage(this.before, tip);
        continue;
      }
      const expired = offer.Expiration !== undefined && offer.Expiration <= view.parentCloseTime;
      if (expired || signum(offer.TakerPays) <= 0 || signum(offer.TakerGets) <= 0) {
        this.toRemove.add(offer.index);
        continue;
      }
      const funds = offerFunds(view, offer);
      if (signum(funds) <= 0 || isSpoiledByRounding(offer, tip.quality, funds)) {
        // Funds as they were before: it was dead when we came, so it is removed for good.
        if (equalAmounts(offerFunds(this.before, offer), funds)) this.toRemove.add(offer.index);
        continue;
      }
      this.offer = offer;
      this.quality = tip.quality;
      this.ownerFunds = funds;
      return true;
    }
    return false;
  }
}

/** What the owner can give: an issuer all that is offered, others what they hold and is not frozen. */
const offerFunds = (view: ReadView, offer: Offer): Amount =>
  accountFunds(view, offer.Account, offer.TakerGets, "zeroIfFrozen");

/** Takes an offer that is not in the ledger off its directory page. The page stays, even when it is left empty. */
function dropFromPage(view: ApplyView, tip: BookTip): void {
  const page = view.peek<DirectoryNode>({ type: "DirectoryNode", key: tip.page });
  if (page === undefined || !page.Indexes.includes(tip.index)) return;
  page.Indexes = page.Indexes.filter((index) => index !== tip.index);
}

const smallestIssuedMantissa = 10n ** 15n;
const smallestExponent = -96;

/** One drop, or the least that an issued currency can express. */
const isLeastOrLess = (amount: Amount): boolean =>
  typeof amount === "bigint"
    ? amount <= 1n
    : amount.mantissa <= 0n ||
      (amount.exponent === smallestExponent && amount.mantissa <= smallestIssuedMantissa);

/**
 * An offer whose input has shrunk to the least there is, where rounding that up makes its price worse than its
 * book says, would block the tip: nobody who asks for the book's price could take it.
 *
 * Only where it can matter: drops are asked for, or less is asked for than is given.
 * Source: the reference's OfferStream.cpp (amendment fixRmSmallIncreasedQOffers).
 */
function isSpoiledByRounding(offer: Offer, quality: Quality, ownerFunds: Amount): boolean {
  const { TakerPays, TakerGets } = offer;
  if (typeof TakerGets === "bigint") return false;
  if (typeof TakerPays !== "bigint" && compareAmounts(TakerPays, TakerGets) >= 0) return false;

  let effective: InOut = { in: TakerPays, out: TakerGets };
  if (offer.Account !== TakerGets.issuer && compareAmounts(ownerFunds, TakerGets) < 0) {
    effective = ceilOut(quality, effective, ownerFunds);
  }
  return isLeastOrLess(effective.in) && isWorseQuality(getRate(effective.out, effective.in), quality);
}
