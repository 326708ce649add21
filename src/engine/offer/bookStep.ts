import { compareAmounts, isPositive, signum, subtractAmounts } from "../../protocol/amounts/arithmetic.ts";
import { isNativeIssue, nativeAccount, sameIssue, withIssue, zeroOf } from "../../protocol/amounts/issue.ts";
import {
  composeQualities,
  getRate,
  type InOut,
  isWorseQuality,
  type Quality,
} from "../../protocol/amounts/quality.ts";
import { parityRate, type Rate } from "../../protocol/amounts/rate.ts";
import { SortedSum } from "../../protocol/amounts/sortedSum.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, Issue } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import type { PaymentSandbox } from "../payment/paymentSandbox.ts";
import {
  type DebtDirection,
  FlowFailure,
  type QualityBound,
  type Step,
  type StrandContext,
  type StrandDirection,
} from "../payment/step.ts";
import { requireAuth } from "../trust/authorization.ts";
import { accountSend } from "../trust/credit.ts";
import { sideOf } from "../trust/lineSide.ts";
import { transferRate } from "../trust/transferRate.ts";
import { type Book, bestQuality } from "./bookTip.ts";
import { OfferStream } from "./offerStream.ts";
import { limitIn, limitOut, type Take, wholeOffer } from "./take.ts";

/** Offers that one run of a step may look at. */
const maximumOffers = 1000;

/**
 * Makes the step that exchanges one kind of money for another through an order book, or says why the strand
 * cannot have it. Source of the rules: the reference's BookStep.cpp.
 */
export function makeBookStep(context: StrandContext, input: Issue, output: Issue): Step | EngineResult {
  const book: Book = { in: input, out: output };
  const refused = checkBook(context, book);
  return refused === "tesSUCCESS" ? new BookStep(context, book) : refused;
}

function checkBook(context: StrandContext, book: Book): EngineResult {
  const { view } = context;
  if (sameIssue(book.in, book.out)) return "temBAD_PATH";
  if (!isConsistent(book.in) || !isConsistent(book.out)) return "temBAD_PATH";

  // Two books that give the same money could take each other's funds away.
  const { out } = book;
  if (!context.seenBookOuts.add(out) || context.seenSources.has(out) || context.seenDestinations.has(out))
    return "temBAD_PATH_LOOP";

  const exists = ({ issuer }: Issue) => issuer === nativeAccount || view.has(keylet.account(issuer));
  if (!exists(book.in) || !exists(book.out)) return "tecNO_ISSUER";

  if (context.previous?.kind === "direct") {
    const { issuer, currency } = book.in;
    const { source } = context.previous;
    const line = view.read(keylet.line(source, issuer, currency));
    if (line === undefined) return "terNO_LINE";
    if (hasFlag(line.Flags, sideOf(issuer, source).noRipple)) return "terNO_RIPPLE";
  }
  return "tesSUCCESS";
}

/** The native currency has no issuer, and every other one has. */
const isConsistent = (issue: Issue): boolean => isNativeIssue(issue) === (issue.issuer === nativeAccount);

/**
 * A step through an order book.
 *
 * In a payment the sender bears the transfer fee of what goes in. When offers are crossed, the owner of each offer
 * taken also bears the fee of what comes out; nobody pays a fee to pay himself, and offers at a worse price than
 * the new one's are left alone.
 */
class BookStep implements Step {
  readonly kind = "book";
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly book: Book;
  cachedIn: Amount | undefined;
  cachedOut: Amount | undefined;
  offersUsed = 0;
  inactive = false;

  private readonly strandSource: AccountID;
  private readonly strandDestination: AccountID;
  private readonly previous: Step | undefined;
  private readonly crossing: boolean;
  /** When crossing directly, offers worse than this are out of reach. */
  private readonly threshold: Quality | undefined;

  constructor(context: StrandContext, book: Book) {
    this.book = book;
    this.source = book.in.issuer;
    this.destination = book.out.issuer;
    this.strandSource = context.source;
    this.strandDestination = context.destination;
    this.previous = context.previous;
    this.crossing = context.offerCrossing;
    this.threshold = context.offerCrossing && context.isDefaultPath ? context.limitQuality : undefined;
  }

  reverse(view: PaymentSandbox, before: PaymentSandbox, deadOffers: Set<Hash256>, out: Amount): InOut {
    const ins = new SortedSum(zeroOf(this.book.in));
    const outs = new SortedSum(zeroOf(this.book.out));
    let result: InOut = { in: ins.total, out: outs.total };
    let remaining = out;

    this.forEachOffer(view, before, deadOffers, "reverse", (offer, quality, whole) => {
      if (!isPositive(remaining)) return false;
      if (compareAmounts(whole.step.out, remaining) <= 0) {
        ins.add(whole.step.in);
        outs.add(whole.step.out);
        result = { in: ins.total, out: outs.total };
        remaining = subtractAmounts(out, result.out);
        this.consume(view, offer, whole);
        // Even when all has been delivered: going on deletes the offer.
        return true;
      }
      const part = limitOut(quality, whole, remaining);
      remaining = zeroOf(this.book.out);
      ins.add(part.step.in);
      result = { in: ins.total, out };
      this.consume(view, offer, part);
      return isUsedUp(offer);
    });

    if (signum(remaining) < 0) return this.keep(zeroOf(this.book.in), zeroOf(this.book.out));
    // A difference that is too small to be seen counts as none.
    return this.keep(result.in, signum(remaining) === 0 ? out : result.out);
  }

  forward(view: PaymentSandbox, before: PaymentSandbox, deadOffers: Set<Hash256>, amountIn: Amount): InOut {
    const expectedIn = this.cachedIn;
    const expectedOut = this.cachedOut;
    if (expectedIn === undefined || expectedOut === undefined) throw new Error("forward before reverse");
    const ins = new SortedSum(zeroOf(this.book.in));
    const outs = new SortedSum(zeroOf(this.book.out));
    let result: InOut = { in: ins.total, out: outs.total };
    let remaining = amountIn;

    this.forEachOffer(view, before, deadOffers, "forward", (offer, quality, whole) => {
      if (!isPositive(remaining)) return false;
      const takesAll = compareAmounts(whole.step.in, remaining) <= 0;
      let taken = takesAll ? whole : limitIn(quality, whole, remaining);
      ins.add(takesAll ? whole.step.in : remaining);
      outs.add(taken.step.out);
      result = { in: takesAll ? ins.total : amountIn, out: outs.total };

      if (compareAmounts(result.out, expectedOut) > 0 && compareAmounts(result.in, expectedIn) <= 0) {
        // Rounding made more of the same input than the reverse pass asked for. If what the reverse pass asked
        // for costs all that is left, that is what this pass does too.
        outs.remove(taken.step.out);
        const rest = outs.restOf(expectedOut);
        const asAsked = limitOut(quality, whole, rest);
        outs.add(taken.step.out);
        if (compareAmounts(asAsked.step.in, remaining) === 0) {
          result = { in: amountIn, out: expectedOut };
          taken = { ...asAsked, step: { in: remaining, out: rest } };
        }
      }

      remaining = subtractAmounts(amountIn, result.in);
      this.consume(view, offer, taken);
      return takesAll || isUsedUp(offer);
    });

    if (signum(remaining) < 0) return this.keep(zeroOf(this.book.in), zeroOf(this.book.out));
    return this.keep(signum(remaining) === 0 ? amountIn : result.in, result.out);
  }

  debtDirection(): DebtDirection {
    return this.crossing ? "issues" : "redeems";
  }

  lineQualityIn(): Rate {
    return parityRate;
  }

  qualityUpperBound(view: ReadView, previous: DebtDirection): QualityBound {
    const debt = this.debtDirection();
    const best = bestQuality(view, this.book);
    // Crossing may be free of fees, and this is to be an upper bound.
    if (best === undefined || this.crossing) return { quality: best, debt };
    const rateIn = previous === "redeems" ? this.feeOf(view, this.book.in.issuer) : parityRate;
    return { quality: composeQualities(getRate(BigInt(parityRate), BigInt(rateIn)), best), debt };
  }

  equals(other: Step): boolean {
    const book = other.book;
    return book !== undefined && sameIssue(book.in, this.book.in) && sameIssue(book.out, this.book.out);
  }

  private keep(amountIn: Amount, out: Amount): InOut {
    this.cachedIn = amountIn;
    this.cachedOut = out;
    return { in: amountIn, out };
  }

  /** An issuer's transfer rate; there is none on drops, nor on what the strand's receiver issued himself. */
  private feeOf(view: ReadView, issuer: AccountID): Rate {
    return issuer === nativeAccount || issuer === this.strandDestination
      ? parityRate
      : transferRate(view, issuer);
  }

  /**
   * Shows the live offers of the best price, each with all that can be taken of it, until `visit` answers false.
   * An offer is deleted when the next one is asked for.
   */
  private forEachOffer(
    view: PaymentSandbox,
    before: PaymentSandbox,
    deadOffers: Set<Hash256>,
    direction: StrandDirection,
    visit: (offer: Offer, quality: Quality, whole: Take) => boolean,
  ): void {
    const previousDebt = this.previous?.debtDirection(view, direction) ?? "issues";
    const feeIn = previousDebt === "redeems" ? this.feeOf(view, this.book.in.issuer) : parityRate;
    const feeOut = this.crossing ? this.feeOf(view, this.book.out.issuer) : parityRate;

    const offers = new OfferStream(view, before, this.book, maximumOffers);
    let attempted = false;
    let price: Quality | undefined;
    while (offers.step()) {
      const { offer, quality } = offers;
      price ??= quality;
      if (price !== quality) break;

      if (this.isOwnOffer(offer, quality) || !this.mayReceive(before, offer)) {
        offers.toRemove.add(offer.index);
        // As long as nothing was taken at this price, another one will do.
        if (!attempted) price = undefined;
        continue;
      }
      if (this.threshold !== undefined && isWorseQuality(quality, this.threshold)) break;

      attempted = true;
      const rateIn = this.isPaidByOwner(offer.Account) ? parityRate : feeIn;
      const rateOut = this.isPaidToOwner(offer.Account) ? parityRate : feeOut;
      if (!visit(offer, quality, wholeOffer(offer, quality, offers.ownerFunds, rateIn, rateOut))) break;
    }
    for (const index of offers.toRemove) deadOffers.add(index);
    this.offersUsed = offers.stepsUsed;
    if (offers.stepsUsed >= maximumOffers) this.inactive = true;
  }

  /**
   * Nobody trades with himself: an older offer of one's own that the new one could take directly is deleted. It
   * cannot just be passed over, since only the tip of a book can be worked on.
   */
  private isOwnOffer(offer: Offer, quality: Quality): boolean {
    return (
      this.threshold !== undefined &&
      !isWorseQuality(quality, this.threshold) &&
      offer.Account === this.strandSource &&
      offer.Account === this.strandDestination
    );
  }

  /** Whether the owner may hold what the offer asks for: the issuer may require authorization. */
  private mayReceive(view: ReadView, offer: Offer): boolean {
    const { Account: owner, TakerPays } = offer;
    return typeof TakerPays === "bigint" || requireAuth(view, TakerPays, owner) === "tesSUCCESS";
  }

  private isPaidByOwner(owner: AccountID): boolean {
    return this.crossing && this.previous?.kind === "direct" && this.previous.source === owner;
  }

  private isPaidToOwner(owner: AccountID): boolean {
    return this.crossing && this.previous?.kind === "book" && this.strandDestination === owner;
  }

  /** Moves the money and makes the offer smaller. */
  private consume(view: PaymentSandbox, offer: Offer, { offer: { in: paid, out }, ownerGives }: Take): void {
    // The issuers stand in for the strand's neighbours; what they keep is the transfer fee.
    send(view, this.book.in.issuer, offer.Account, withIssue(paid, this.book.in));
    send(view, offer.Account, this.book.out.issuer, withIssue(ownerGives, this.book.out));
    if (compareAmounts(paid, offer.TakerPays) > 0 || compareAmounts(out, offer.TakerGets) > 0) {
      throw new Error(`offer ${offer.index}: more taken than there is`);
    }
    offer.TakerPays = subtractAmounts(offer.TakerPays, paid);
    offer.TakerGets = subtractAmounts(offer.TakerGets, out);
  }
}

function send(view: PaymentSandbox, from: AccountID, to: AccountID, amount: Amount): void {
  const result = accountSend(view, from, to, amount);
  if (result !== "tesSUCCESS") throw new FlowFailure(result);
}

const isUsedUp = (offer: Offer): boolean => !isPositive(offer.TakerPays) || !isPositive(offer.TakerGets);
