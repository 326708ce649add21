import {
  compareAmounts,
  equalAmounts,
  isNegative,
  isPositive,
  isZero,
} from "../../protocol/amounts/arithmetic.ts";
import { isNativeIssue, issueOf, nativeIssue, withIssue, zeroOf } from "../../protocol/amounts/issue.ts";
import { getRate, type InOut, isWorseQuality, type Quality } from "../../protocol/amounts/quality.ts";
import { SortedSum } from "../../protocol/amounts/sortedSum.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import type { Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, Issue, PathSet } from "../../protocol/types.ts";
import { allSteps } from "../../state/steps.ts";
import { deleteOffer } from "../offer/deleteOffer.ts";
import { PaymentSandbox } from "./paymentSandbox.ts";
import { runStrand } from "./runStrand.ts";
import type { Strand } from "./step.ts";
import { toStrands } from "./strand.ts";
import { bestStrandsFirst, strandQualityBound } from "./strandQuality.ts";

/** How often strands are tried, and how many offers looked at, before a payment is given up or cut short. */
const maxPasses = 1000;
const maxOffersConsidered = 1500;

/** Money to be moved from one account to another, over whatever accounts and order books there are. */
export interface FlowRequest {
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly deliver: Amount;
  /** The most that may be spent, and of which issue; where it is missing, the source's own money, without limit. */
  readonly sendMax: Amount | undefined;
  readonly paths: PathSet;
  /** Whether the direct way, without a path, may be used too. */
  readonly defaultPath: boolean;
  /** Less than `deliver` will do. */
  readonly partialPayment: boolean;
  /** The worst price that will do. */
  readonly limitQuality: Quality | undefined;
  /** An offer is crossed, not a payment made: trust lines need not exist, their limits do not count. */
  readonly offerCrossing: boolean;
}

/** What a payment through strands came to. */
export interface FlowOutcome {
  readonly result: EngineResult;
  /** What was spent and what arrived. */
  readonly in: Amount;
  readonly out: Amount;
  /** Dead offers met on the way, where the flow did not succeed and so did not remove them itself. */
  readonly deadOffers: readonly Hash256[];
}

/**
 * Carries out a request as cheaply as it can: again and again it takes what the best strand gives at one price,
 * until everything has arrived or all is spent. The view is changed only on success.
 *
 * @throws AmountOverflow
 */
export function flow(view: PaymentSandbox, request: FlowRequest): FlowOutcome {
  return allSteps(flowInSteps(view, request));
}

/** As {@link flow}, with a pause after each price that was taken. @throws AmountOverflow */
export function* flowInSteps(view: PaymentSandbox, request: FlowRequest): Generator<undefined, FlowOutcome> {
  const { source, deliver, sendMax } = request;
  const deliverIssue = issueOf(deliver);
  const sourceIssue = sendMax === undefined ? ownIssue(deliver, source) : issueOf(sendMax);
  const outcome = (result: EngineResult, total?: InOut, dead?: ReadonlySet<Hash256>): FlowOutcome => ({
    result,
    in: total === undefined ? zeroOf(sourceIssue) : withIssue(total.in, sourceIssue),
    out: total === undefined ? zeroOf(deliverIssue) : withIssue(total.out, deliverIssue),
    deadOffers: dead === undefined ? [] : [...dead].sort(),
  });

  const strands = toStrands(
    view,
    {
      source,
      destination: request.destination,
      deliver: deliverIssue,
      sendMax: sendMax === undefined ? undefined : sourceIssue,
      limitQuality: request.limitQuality,
      offerCrossing: request.offerCrossing,
    },
    request.paths,
    request.defaultPath,
  );
  if (typeof strands === "string") return outcome(strands);

  const attempt = new FlowAttempt(view, request, sourceIssue);
  const result = yield* attempt.run(strands);
  if (result === "tesSUCCESS") {
    attempt.view.applyTo(view);
    return outcome(result, attempt.total());
  }
  return outcome(result, result === "tecPATH_PARTIAL" ? attempt.total() : undefined, attempt.deadOffers);
}

const ownIssue = (amount: Amount, issuer: AccountID): Issue =>
  typeof amount === "bigint" ? nativeIssue : { currency: amount.currency, issuer };

class FlowAttempt {
  readonly view: PaymentSandbox;
  readonly deadOffers = new Set<Hash256>();

  private readonly request: FlowRequest;
  /** Undefined means no limit. */
  private readonly maxIn: Amount | undefined;
  private readonly isNativeToNative: boolean;
  /** What all passes took. */
  private readonly ins: SortedSum;
  private readonly outs: SortedSum;
  private offersConsidered = 0;

  constructor(base: PaymentSandbox, request: FlowRequest, sourceIssue: Issue) {
    const { sendMax, deliver } = request;
    this.view = new PaymentSandbox(base);
    this.request = request;
    this.maxIn = sendMax === undefined || isNegative(sendMax) ? undefined : sendMax;
    this.isNativeToNative = isNativeIssue(sourceIssue) && typeof deliver === "bigint";
    this.ins = new SortedSum(zeroOf(sourceIssue));
    this.outs = new SortedSum(zeroOf(issueOf(deliver)));
  }

  total(): InOut {
    return { in: this.ins.total, out: this.outs.total };
  }

  *run(strands: readonly Strand[]): Generator<undefined, EngineResult> {
    const { deliver, limitQuality } = this.request;
    let active: readonly Strand[] = strands;
    let wanted = deliver;
    let left = this.maxIn;
    for (let pass = 1; isPositive(wanted) && (left === undefined || isPositive(left)); pass++) {
      if (pass >= maxPasses) return "telFAILED_PROCESSING";
      const rest = this.takeBest(bestStrandsFirst(this.view, active, limitQuality), left, wanted);
      if (rest === undefined) break;
      active = rest;
      wanted = this.outs.restOf(deliver);
      if (this.maxIn !== undefined) left = this.ins.restOf(this.maxIn);
      if (this.offersConsidered >= maxOffersConsidered) break;
      yield;
    }
    return this.verdict(left);
  }

  /**
   * Takes what the first strand that gives anything gives. Returns the strands that may give more, or undefined
   * where none gave anything.
   */
  private takeBest(
    active: readonly Strand[],
    left: Amount | undefined,
    wanted: Amount,
  ): readonly Strand[] | undefined {
    const dead = new Set<Hash256>();
    let rest: readonly Strand[] | undefined;
    for (const [at, strand] of active.entries()) {
      // Drops to drops without a book between is not for this engine: a payment does that directly.
      if ((this.isNativeToNative && strand.length === 2) || this.isTooDear(strand)) continue;
      const { flow, deadOffers, offersUsed, inactive } = runStrand(this.view, strand, left, wanted);
      for (const offer of deadOffers) dead.add(offer);
      this.offersConsidered += offersUsed;
      if (flow === undefined || isZero(flow.out) || this.isRejected(flow)) continue;

      this.ins.add(flow.in);
      this.outs.add(flow.out);
      flow.view.applyTo(this.view);
      // Strands before this one gave nothing: they are dry for good.
      rest = active.slice(inactive ? at + 1 : at);
      break;
    }
    this.removeOffers(dead);
    return rest;
  }

  private isTooDear(strand: Strand): boolean {
    const { offerCrossing, limitQuality } = this.request;
    if (!offerCrossing || limitQuality === undefined) return false;
    const quality = strandQualityBound(this.view, strand);
    return quality === undefined || isWorseQuality(quality, limitQuality);
  }

  private isRejected({ in: spent, out }: InOut): boolean {
    const { limitQuality } = this.request;
    return limitQuality !== undefined && isWorseQuality(getRate(out, spent), limitQuality);
  }

  private removeOffers(dead: ReadonlySet<Hash256>): void {
    for (const key of [...dead].sort()) {
      this.deadOffers.add(key);
      const offer = this.view.peek<Offer>({ type: "Offer", key });
      if (offer !== undefined) deleteOffer(this.view, offer);
    }
  }

  private verdict(left: Amount | undefined): EngineResult {
    const { deliver, partialPayment, offerCrossing } = this.request;
    const out = this.outs.total;
    if (!equalAmounts(out, deliver)) {
      if (compareAmounts(out, deliver) > 0) return "tefEXCEPTION";
      if (partialPayment) {
        if (isZero(out)) return "tecPATH_DRY";
      } else if (!offerCrossing) {
        return "tecPATH_PARTIAL";
      }
    }
    // Crossing without partial payment is fill or kill: all that is offered must have been spent.
    const isUnspent = offerCrossing && !partialPayment && left !== undefined && !isZero(left);
    return isUnspent ? "tecPATH_PARTIAL" : "tesSUCCESS";
  }
}
