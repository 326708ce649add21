import type { InOut, Quality } from "../../protocol/amounts/quality.ts";
import type { Rate } from "../../protocol/amounts/rate.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import type { AccountID, Amount, Hash256, Issue } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import type { Book } from "../offer/bookTip.ts";
import type { IssueSet } from "./issueSet.ts";
import type { PaymentSandbox } from "./paymentSandbox.ts";

/** How money leaves a step's source: it issues its own, or gives back what the destination owes it. */
export type DebtDirection = "issues" | "redeems";
/** Whether a strand is being worked out from its end (how much must go in) or from its start. */
export type StrandDirection = "forward" | "reverse";

/** The best that a step may offer before it is tried; no quality means that it is dry. */
export interface QualityBound {
  readonly quality: Quality | undefined;
  /** How the step's source passes money on, as far as known: the next step's fee depends on it. */
  readonly debt: DebtDirection;
}

/**
 * One leg of a payment: an account that passes money to another (`direct`), the sender or receiver of drops
 * (`native`), or an order book (`book`).
 *
 * Amounts carry some issue of the right currency; which issuer they name means nothing here. A step that cannot
 * do all that it is asked for says how much it did. It always works at one quality: a book takes offers of one
 * price only, each time it runs.
 */
export interface Step {
  readonly kind: "direct" | "native" | "book";
  /** Whom money leaves and reaches; for a book the issuers of what goes in and comes out. Nobody's is account zero. */
  readonly source: AccountID;
  readonly destination: AccountID;
  /** Only a book step's. */
  readonly book?: Book | undefined;

  /**
   * Carries out the step so that `out` comes out, if it can.
   *
   * @param view the balances and offers as this strand changes them
   * @param before the balances before the strand ran: they tell whether an offer was unfunded all along
   * @param deadOffers offers to remove in any case; the step adds to it
   */
  reverse(view: PaymentSandbox, before: PaymentSandbox, deadOffers: Set<Hash256>, out: Amount): InOut;

  /** Carries out the step with `amountIn` going in, if it can; {@link reverse} must have run. */
  forward(view: PaymentSandbox, before: PaymentSandbox, deadOffers: Set<Hash256>, amountIn: Amount): InOut;

  /** What went in and came out when the step last ran. */
  readonly cachedIn: Amount | undefined;
  readonly cachedOut: Amount | undefined;

  debtDirection(view: ReadView, direction: StrandDirection): DebtDirection;
  /** At which rate the destination accepts the source's money: only a direct step's may differ from parity. */
  lineQualityIn(view: ReadView): Rate;
  /** `previous` is the debt direction of the step before, "issues" for the first. */
  qualityUpperBound(view: ReadView, previous: DebtDirection): QualityBound;

  /** Offers that were looked at when the step last ran, dead ones included. */
  readonly offersUsed: number;
  /** It has looked at too many offers and may not be used again. */
  readonly inactive: boolean;

  /** The same leg: a strand that equals another is not tried twice. */
  equals(other: Step): boolean;
}

/** The legs of one path from sender to receiver. */
export type Strand = readonly Step[];

/** What a step needs to know of its strand when it is made and checked. */
export interface StrandContext {
  readonly view: ReadView;
  readonly source: AccountID;
  readonly destination: AccountID;
  /** What is to arrive. */
  readonly deliver: Issue;
  /** The worst price that will do; always there when offers are crossed. */
  readonly limitQuality: Quality | undefined;
  readonly offerCrossing: boolean;
  readonly isDefaultPath: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The step before, if any. */
  readonly previous: Step | undefined;
  /** Issues that direct steps started from, and ended with. None may come again. */
  readonly seenSources: IssueSet;
  readonly seenDestinations: IssueSet;
  /** Issues that came out of books. */
  readonly seenBookOuts: IssueSet;
}

/** Money cannot move as the flow needs it: the strand at hand is given up, the payment goes on without it. */
export class FlowFailure extends Error {
  override readonly name = "FlowFailure";
  readonly result: EngineResult;
  constructor(result: EngineResult) {
    super(`flow failed: ${result}`);
    this.result = result;
  }
}
