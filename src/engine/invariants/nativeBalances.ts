import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import { maximumDrops } from "../commonChecks.ts";
import type { Invariant } from "./invariant.ts";

/** An account's balance is native, not negative, and not more than all the money there is. */
export function nativeBalances(): Invariant {
  let bad: string | undefined;
  const check = (entry: Readonly<LedgerEntry> | undefined) => {
    if (entry?.LedgerEntryType !== "AccountRoot") return;
    const balance: unknown = entry.Balance;
    if (typeof balance !== "bigint" || balance < 0n || balance > maximumDrops) bad = entry.Account;
  };
  return {
    visit(before, after) {
      check(before);
      check(after);
    },

    finalize: () => (bad === undefined ? undefined : `incorrect native balance of account ${bad}`),
  };
}
