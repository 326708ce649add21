import type { LedgerCommit } from "../../state/ledgerStore.ts";
import { sliceLength } from "./writer.ts";

/** About how many values a ledger writes. */
export function operationCount({ state, derived, treePages, transactions }: LedgerCommit): number {
  const changes = state.length + (derived?.length ?? 0);
  const accounts = transactions.reduce((sum, transaction) => sum + transaction.accounts.length, 0);
  return 2 * changes + treePages.length + 2 * transactions.length + accounts;
}

/** Whether a ledger takes several transactions of the store, and so needs a mark and is written alone. */
export const takesSeveralSlices = (ledger: LedgerCommit): boolean => operationCount(ledger) > sliceLength;
