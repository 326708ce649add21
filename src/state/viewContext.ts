import type { Hash256 } from "../protocol/types.ts";
import type { Rules } from "./rules.ts";
import type { BuildContext, Fees } from "./view.ts";

/** What a view that stands on another one, or is begun from a context, shows of the ledger as that does. */
export abstract class ViewContext implements BuildContext {
  readonly ledgerIndex: number;
  readonly parentHash: Hash256;
  readonly parentCloseTime: number;
  readonly open: boolean;
  readonly rules: Rules;
  readonly fees: Fees;

  constructor(context: BuildContext) {
    this.ledgerIndex = context.ledgerIndex;
    this.parentHash = context.parentHash;
    this.parentCloseTime = context.parentCloseTime;
    this.open = context.open;
    this.rules = context.rules;
    this.fees = context.fees;
  }
}
