import { compareAmounts, equalAmounts, isZero } from "../../protocol/amounts/arithmetic.ts";
import type { InOut } from "../../protocol/amounts/quality.ts";
import type { Amount, Hash256 } from "../../protocol/types.ts";
import { PaymentSandbox } from "./paymentSandbox.ts";
import { FlowFailure, type Strand } from "./step.ts";

/** What one run through a strand came to. */
export interface StrandOutcome {
  /** Missing where the strand gives nothing. */
  readonly flow: (InOut & { readonly view: PaymentSandbox }) | undefined;
  /** Offers to remove, whether or not the strand gives anything. */
  readonly deadOffers: ReadonlySet<Hash256>;
  readonly offersUsed: number;
  /** A step has looked at too many offers: the strand may give this once more, and then no more. */
  readonly inactive: boolean;
}

/**
 * Gets `out`, or as much of it as there is, through one strand for at most `maxIn`.
 *
 * The strand is worked out backwards, from what is to arrive. The step that limits it most is run again alone,
 * on a fresh view, and what lies behind it is run forwards from there. Source: StrandFlow.h of the reference.
 */
export function runStrand(
  base: PaymentSandbox,
  strand: Strand,
  maxIn: Amount | undefined,
  out: Amount,
): StrandOutcome {
  const deadOffers = new Set<Hash256>();
  let flow: StrandOutcome["flow"];
  try {
    flow = new StrandRun(base, strand, deadOffers).run(maxIn, out);
  } catch (error) {
    if (!(error instanceof FlowFailure)) throw error;
  }
  let offersUsed = 0;
  for (const step of strand) offersUsed += step.offersUsed;
  return {
    flow,
    deadOffers,
    offersUsed,
    inactive: flow !== undefined && strand.some((step) => step.inactive),
  };
}

class StrandRun {
  private readonly base: PaymentSandbox;
  private readonly strand: Strand;
  private readonly deadOffers: Set<Hash256>;
  private view: PaymentSandbox;
  /** The balances before the strand, for judging offers; only books change it. */
  private before: PaymentSandbox;
  private limitingStep: number;
  /** What comes out of the limiting step. */
  private limitedOut: Amount | undefined;

  constructor(base: PaymentSandbox, strand: Strand, deadOffers: Set<Hash256>) {
    this.base = base;
    this.strand = strand;
    this.deadOffers = deadOffers;
    this.view = new PaymentSandbox(base);
    this.before = new PaymentSandbox(base);
    this.limitingStep = strand.length;
  }

  run(maxIn: Amount | undefined, out: Amount): StrandOutcome["flow"] {
    if (!this.runBackwards(maxIn, out) || !this.runForwards()) return undefined;
    return { in: this.strand[0]!.cachedIn!, out: this.strand.at(-1)!.cachedOut!, view: this.view };
  }

  private runBackwards(maxIn: Amount | undefined, out: Amount): boolean {
    let wanted = out;
    for (let at = this.strand.length - 1; at >= 0; at--) {
      const step = this.strand[at]!;
      let flow = step.reverse(this.view, this.before, this.deadOffers, wanted);
      if (isZero(flow.out)) return false;

      if (at === 0 && maxIn !== undefined && compareAmounts(maxIn, flow.in) < 0) {
        this.limitAt(at);
        flow = step.forward(this.view, this.before, this.deadOffers, maxIn);
        this.limitedOut = flow.out;
        // Without the other steps there can only be more to take: it must be possible to put all of it in.
        if (isZero(flow.out) || !equalAmounts(flow.in, maxIn)) return false;
      } else if (!equalAmounts(flow.out, wanted)) {
        this.limitAt(at);
        this.before = new PaymentSandbox(this.base);
        wanted = flow.out;
        flow = step.reverse(this.view, this.before, this.deadOffers, wanted);
        this.limitedOut = flow.out;
        // A tiny amount may come to nothing here.
        if (isZero(flow.out) || !equalAmounts(flow.out, wanted)) return false;
      }
      wanted = flow.in;
    }
    return true;
  }

  private runForwards(): boolean {
    let given = this.limitedOut;
    for (let at = this.limitingStep + 1; at < this.strand.length; at++) {
      const flow = this.strand[at]!.forward(this.view, this.before, this.deadOffers, given!);
      // All limits are known by now: whatever is given must be taken.
      if (isZero(flow.out) || !equalAmounts(flow.in, given!)) return false;
      given = flow.out;
    }
    return true;
  }

  /** Forgets what the steps behind did: this one allows less than they were asked for. */
  private limitAt(step: number): void {
    this.view = new PaymentSandbox(this.base);
    this.limitingStep = step;
  }
}
