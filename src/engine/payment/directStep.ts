import {
  addAmounts,
  compareAmounts,
  isPositive,
  mulRatio,
  subtractAmounts,
} from "../../protocol/amounts/arithmetic.ts";
import { issuedAmount } from "../../protocol/amounts/canonicalAmount.ts";
import { noIssue, zeroOf } from "../../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { getRate, type InOut, qualityOne } from "../../protocol/amounts/quality.ts";
import { parityRate, type Rate } from "../../protocol/amounts/rate.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Currency, Hash256 } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { heldOverLine } from "../trust/accountFunds.ts";
import { rippleCredit } from "../trust/credit.ts";
import { limitOf, sideOf } from "../trust/lineSide.ts";
import { transferRate } from "../trust/transferRate.ts";
import { checkDirectStep } from "./checkDirectStep.ts";
import type { PaymentSandbox } from "./paymentSandbox.ts";
import type { DebtDirection, QualityBound, Step, StrandContext, StrandDirection } from "./step.ts";

/** What the step last did: what went in, what went over the line, what came out, and whose debt that was. */
interface Run {
  in: IssuedAmount;
  overLine: IssuedAmount;
  out: IssuedAmount;
  debt: DebtDirection;
}

interface Rates {
  /** Charged by the source: in = over the line × sourceOut. */
  readonly sourceOut: Rate;
  /** Accepted by the destination: out = over the line × destinationIn. */
  readonly destinationIn: Rate;
}
const parity: Rates = { sourceOut: parityRate, destinationIn: parityRate };

/**
 * An account passes issued money to another one over their trust line: it redeems what the other one owes it
 * first, and then issues its own, as far as the other one's limit goes.
 */
export class DirectStep implements Step {
  readonly kind = "direct";
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly offersUsed = 0;
  readonly inactive = false;

  private readonly currency: Currency;
  private readonly line: Keylet<RippleState>;
  private readonly previous: Step | undefined;
  private readonly isLast: boolean;
  private readonly offerCrossing: boolean;
  private readonly nothing: IssuedAmount;
  private run: Run | undefined;

  constructor(context: StrandContext, source: AccountID, destination: AccountID, currency: Currency) {
    this.source = source;
    this.destination = destination;
    this.currency = currency;
    this.line = keylet.line(source, destination, currency);
    this.previous = context.previous;
    this.isLast = context.isLast;
    this.offerCrossing = context.offerCrossing;
    this.nothing = zeroOf({ currency, issuer: source }) as IssuedAmount;
  }

  get cachedIn(): IssuedAmount | undefined {
    return this.run?.in;
  }
  get cachedOut(): IssuedAmount | undefined {
    return this.run?.out;
  }

  reverse(view: PaymentSandbox, _before: PaymentSandbox, _deadOffers: Set<Hash256>, wanted: Amount): InOut {
    const out = wanted as IssuedAmount;
    this.run = undefined;
    const { most, debt } = this.mostOverLine(view, out);
    const { sourceOut, destinationIn } = this.rates(view, debt, "reverse");
    if (!isPositive(most)) return this.dry(debt);

    const needed = mulRatio(out, parityRate, destinationIn, true);
    const run =
      compareAmounts(needed, most) <= 0
        ? { in: mulRatio(needed, sourceOut, parityRate, true), overLine: needed, out, debt }
        : {
            in: mulRatio(most, sourceOut, parityRate, true),
            overLine: most,
            out: mulRatio(most, destinationIn, parityRate, false),
            debt,
          };
    this.run = run;
    this.credit(view, run.overLine);
    return { in: run.in, out: run.out };
  }

  forward(view: PaymentSandbox, _before: PaymentSandbox, _deadOffers: Set<Hash256>, given: Amount): InOut {
    const amountIn = given as IssuedAmount;
    const planned = this.run;
    if (planned === undefined) throw new Error("a step runs in reverse before it runs forward");
    const { most, debt } = this.mostOverLine(view, planned.overLine);
    const { sourceOut, destinationIn } = this.rates(view, debt, "forward");
    if (!isPositive(most)) return this.dry(debt);

    const possible = mulRatio(amountIn, parityRate, sourceOut, false);
    const fits = compareAmounts(possible, most) <= 0;
    const overLine = fits ? possible : most;
    const run = withinPlan(planned, {
      in: fits ? amountIn : mulRatio(most, sourceOut, parityRate, true),
      overLine,
      out: mulRatio(overLine, destinationIn, parityRate, false),
      debt,
    });
    this.run = run;
    this.credit(view, run.overLine);
    return { in: run.in, out: run.out };
  }

  debtDirection(view: ReadView, direction: StrandDirection): DebtDirection {
    if (direction === "forward" && this.run !== undefined) return this.run.debt;
    return isPositive(this.owed(view, view.read(this.line))) ? "redeems" : "issues";
  }

  lineQualityIn(view: ReadView): Rate {
    return this.lineQuality(view, "in");
  }

  qualityUpperBound(view: ReadView, previous: DebtDirection): QualityBound {
    const debt = this.debtDirection(view, "forward");
    const { sourceOut, destinationIn } =
      debt === "redeems" ? this.ratesOfRedeeming(view) : this.ratesOfIssuing(view, previous);
    // The price is what goes in for what comes out: sourceOut ÷ destinationIn.
    return {
      quality: sourceOut === destinationIn ? qualityOne : getRate(plain(destinationIn), plain(sourceOut)),
      debt,
    };
  }

  equals(other: Step): boolean {
    return (
      other instanceof DirectStep &&
      other.source === this.source &&
      other.destination === this.destination &&
      other.currency === this.currency
    );
  }

  /** What the source has of the destination's money. */
  private owed(view: ReadView, line: Readonly<RippleState> | undefined): IssuedAmount {
    if (line !== undefined) return heldOverLine(view, line, this.source, this.destination) as IssuedAmount;
    return view.balanceHook(this.source, this.destination, this.nothing) as IssuedAmount;
  }

  /** The most that can go over the line at one quality: what the source can redeem, or else what it can issue. */
  private mostOverLine(view: ReadView, wanted: IssuedAmount): { most: IssuedAmount; debt: DebtDirection } {
    // Who crosses an offer wants all that it buys, whatever limit it has set on the line.
    if (this.offerCrossing && this.isLast) return { most: wanted, debt: "issues" };
    const line = view.read(this.line);
    const owed = this.owed(view, line);
    if (isPositive(owed)) return { most: owed, debt: "redeems" };
    const limit = line === undefined ? this.nothing : limitOf(line, this.destination, this.source);
    return { most: addAmounts(limit, owed), debt: "issues" };
  }

  private credit(view: PaymentSandbox, amount: IssuedAmount): void {
    // What goes over the line fits on it: the credit cannot fail but for a broken ledger, which shows elsewhere.
    rippleCredit(view, this.source, this.destination, amount, this.line);
  }

  private dry(debt: DebtDirection): InOut {
    const { nothing } = this;
    this.run = { in: nothing, overLine: nothing, out: nothing, debt };
    return { in: nothing, out: nothing };
  }

  private rates(view: ReadView, debt: DebtDirection, direction: StrandDirection): Rates {
    if (debt === "redeems") return this.ratesOfRedeeming(view);
    return this.ratesOfIssuing(view, this.previous?.debtDirection(view, direction) ?? "issues");
  }

  private ratesOfRedeeming(view: ReadView): Rates {
    if (this.previous === undefined) return parity;
    const accepted = this.previous.lineQualityIn(view);
    return { sourceOut: Math.max(accepted, this.lineQuality(view, "out")), destinationIn: parityRate };
  }

  private ratesOfIssuing(view: ReadView, previous: DebtDirection): Rates {
    // Money that changes hands over its issuer costs the issuer's fee.
    const sourceOut = previous === "redeems" ? transferRate(view, this.source) : parityRate;
    const destinationIn = this.lineQuality(view, "in");
    return { sourceOut, destinationIn: this.isLast ? Math.min(destinationIn, parityRate) : destinationIn };
  }

  /** The rate that the destination accepts money at ("in"), or that the source gives it away at ("out"). */
  private lineQuality(view: ReadView, which: "in" | "out"): Rate {
    if (this.offerCrossing) return parityRate;
    const line = view.read(this.line);
    if (line === undefined) return parityRate;
    const rate =
      which === "in"
        ? line[sideOf(this.destination, this.source).qualityIn]
        : line[sideOf(this.source, this.destination).qualityOut];
    return rate || parityRate;
  }
}

const plain = (rate: Rate): IssuedAmount => issuedAmount(BigInt(rate), 0, noIssue);

/**
 * What the forward run may use: rounding may let it find more than the reverse run did, and then the earlier,
 * smaller figures hold. A difference beyond rounding is left as it is.
 */
function withinPlan(planned: Run, found: Run): Run {
  if (compareAmounts(planned.in, found.in) < 0 && isMuchMore(found.in, planned.in)) return found;
  return {
    in: found.in,
    overLine: compareAmounts(found.overLine, planned.overLine) < 0 ? found.overLine : planned.overLine,
    out: compareAmounts(found.out, planned.out) < 0 ? found.out : planned.out,
    debt: found.debt,
  };
}

function isMuchMore(found: IssuedAmount, planned: IssuedAmount): boolean {
  const difference = subtractAmounts(found, planned);
  if (compareAmounts(difference, issuedAmount(1n, -9, found)) <= 0) return false;
  if (found.exponent !== planned.exponent || planned.mantissa === 0n) return true;
  return Number(found.mantissa) / Number(planned.mantissa) > 1.01;
}

/** The step, or why it cannot be. */
export function makeDirectStep(
  context: StrandContext,
  source: AccountID,
  destination: AccountID,
  currency: Currency,
): Step | EngineResult {
  const result = checkDirectStep(context, source, destination, currency);
  return result === "tesSUCCESS" ? new DirectStep(context, source, destination, currency) : result;
}
