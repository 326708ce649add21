import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Drops } from "../../protocol/types.ts";
import type { Invariant } from "./invariant.ts";

/**
 * A transaction creates no native currency and destroys its fee only: over all accounts, escrows and payment
 * channels it touched, what is gone is the fee.
 */
export function nativeNotCreated(): Invariant {
  let change = 0n;
  return {
    visit(before, after, isDelete) {
      if (before !== undefined) change -= dropsIn(before);
      if (after === undefined) return;
      // A deleted escrow or channel still shows the amount that it has given back.
      if (isDelete && after.LedgerEntryType !== "AccountRoot") return;
      change += dropsIn(after);
    },

    finalize(_tx, _result, fee) {
      if (change > 0n) return `net change of native currency was positive: ${change}`;
      if (-change !== fee) return `net change of native currency of ${change} does not match fee ${fee}`;
      return undefined;
    },
  };
}

function dropsIn(entry: Readonly<LedgerEntry>): Drops {
  switch (entry.LedgerEntryType) {
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
