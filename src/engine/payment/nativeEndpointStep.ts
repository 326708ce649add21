import { minAmount } from "../../protocol/amounts/arithmetic.ts";
import { nativeAccount, nativeIssue } from "../../protocol/amounts/issue.ts";
import { type InOut, qualityOne } from "../../protocol/amounts/quality.ts";
import { parityRate, type Rate } from "../../protocol/amounts/rate.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag, lsfGlobalFreeze } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Amount, Drops, Hash256 } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { creditDrops, liquidDrops } from "../account/drops.ts";
import type { PaymentSandbox } from "./paymentSandbox.ts";
import type { DebtDirection, QualityBound, Step, StrandContext } from "./step.ts";

const nothing: InOut = { in: 0n, out: 0n };

/** The sender or the receiver of drops: the first or the last leg of a strand. */
export class NativeEndpointStep implements Step {
  readonly kind = "native";
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly offersUsed = 0;
  readonly inactive = false;

  private readonly account: AccountID;
  private readonly isLast: boolean;
  /** Objects that the account's reserve is to count besides those it owns. */
  private readonly ownerCountAdjustment: number;
  private moved: Drops | undefined;

  constructor(context: StrandContext, account: AccountID) {
    this.account = account;
    this.isLast = context.isLast;
    this.source = context.isLast ? nativeAccount : account;
    this.destination = context.isLast ? account : nativeAccount;
    // Who crosses an offer may dip into the reserve of the trust line that the crossing is about to make.
    const makesLine =
      context.offerCrossing &&
      context.isFirst &&
      !context.view.has(keylet.line(account, context.deliver.issuer, context.deliver.currency));
    this.ownerCountAdjustment = makesLine ? -1 : 0;
  }

  /** Whether the step may stand where it does. */
  check(context: StrandContext): EngineResult {
    if (this.account === nativeAccount) return "temBAD_PATH";
    const root = context.view.read(keylet.account(this.account));
    if (root === undefined) return "terNO_ACCOUNT";
    if (!context.isFirst && !context.isLast) return "temBAD_PATH";
    // An issuer that froze its own money cannot be paid drops over a path either: so the reference has it.
    if (this.isLast && hasFlag(root.Flags, lsfGlobalFreeze)) return "terNO_LINE";

    const seen = this.isLast ? context.seenSources : context.seenDestinations;
    return seen.add(nativeIssue) ? "tesSUCCESS" : "temBAD_PATH_LOOP";
  }

  reverse(view: PaymentSandbox, _before: PaymentSandbox, _deadOffers: Set<Hash256>, out: Amount): InOut {
    return this.move(view, out as Drops);
  }

  forward(view: PaymentSandbox, _before: PaymentSandbox, _deadOffers: Set<Hash256>, amountIn: Amount): InOut {
    return this.move(view, amountIn as Drops);
  }

  get cachedIn(): Drops | undefined {
    return this.moved;
  }
  get cachedOut(): Drops | undefined {
    return this.moved;
  }

  debtDirection(): DebtDirection {
    return "issues";
  }

  lineQualityIn(): Rate {
    return parityRate;
  }

  qualityUpperBound(): QualityBound {
    return { quality: qualityOne, debt: "issues" };
  }

  equals(other: Step): boolean {
    return (
      other instanceof NativeEndpointStep && other.account === this.account && other.isLast === this.isLast
    );
  }

  private move(view: PaymentSandbox, wanted: Drops): InOut {
    const drops = this.isLast ? wanted : minAmount(this.liquid(view), wanted);
    if (drops !== 0n && creditDrops(view, this.source, this.destination, drops) !== "tesSUCCESS")
      return nothing;
    this.moved = drops;
    return { in: drops, out: drops };
  }

  private liquid(view: ReadView): Drops {
    return liquidDrops(view, this.account, this.ownerCountAdjustment);
  }
}

/** The step, or why it cannot be. */
export function makeNativeEndpointStep(context: StrandContext, account: AccountID): Step | EngineResult {
  const step = new NativeEndpointStep(context, account);
  const result = step.check(context);
  return result === "tesSUCCESS" ? step : result;
}
