import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import { maximumDrops } from "../commonChecks.ts";
import type { Invariant } from "./invariant.ts";

/** An escrow holds some native currency, but not all there is. */
export function noZeroEscrow(): Invariant {
  let bad: string | undefined;
  const check = (entry: Readonly<LedgerEntry> | undefined) => {
    if (entry?.LedgerEntryType !== "Escrow") return;
    const amount: unknown = entry.Amount;
    if (typeof amount !== "bigint" || amount <= 0n || amount >= maximumDrops) bad = entry.index;
  };
  return {
    visit(before, after) {
      check(before);
      check(after);
    },

    finalize: () => (bad === undefined ? undefined : `escrow specifies invalid amount: ${bad}`),
  };
}
