import type { EngineResult } from "../../protocol/engineResults.ts";
import type { Drops } from "../../protocol/types.ts";
import type { Transaction } from "../transaction.ts";
import type { Invariant, Visited } from "./invariant.ts";

/**
 * A transaction creates no native currency and destroys its fee only: over all accounts, escrows and payment
 * channels it touched, what is gone is the fee.
 */
export class NativeNotCreated implements Invariant {
  private change = 0n;

  visit(before: Visited, after: Visited, isDelete: boolean): void {
    this.change -= dropsIn(before);
    // A deleted escrow or channel still shows the amount that it has given back.
    if (isDelete && after?.LedgerEntryType !== "AccountRoot") return;
    this.change += dropsIn(after);
  }

  finalize(_tx: Transaction, _result: EngineResult, fee: Drops): string | undefined {
    const { change } = this;
    if (change > 0n) return `net change of native currency was positive: ${change}`;
    return -change === fee
      ? undefined
      : `net change of native currency of ${change} does not match fee ${fee}`;
  }
}

function dropsIn(entry: Visited): Drops {
  switch (entry?.LedgerEntryType) {
    case "AccountRoot":
      return entry.Balance;
    case "PayChannel":
      return entry.Amount - entry.Balance;
    case "Escrow":
      return entry.Amount;
    default:
      return 0n;
  }
}
