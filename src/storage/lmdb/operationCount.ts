import type { LedgerCommit } from "../../state/ledgerStore.ts";
import { sliceLength } from "./writer.ts";

/** About how many values a ledger writes. */
export function operationCount({ state, derived, treePages, transactions }: LedgerCommit): number {
  const changes = state.length + (derived?.length ?? 0);
  const accounts = transactions.reduce((sum, transaction) => sum + transaction.accounts.length, 0);
  return 2 * changes + treePages.length + 2 * transactions.length + accounts;
}

/** Whether ledgers that are written together take several transactions of the store, and so need a mark. */
export const takesSeveralSlices = (ledgers: readonly LedgerCommit[]): boolean =>
  ledgers.reduce((sum, ledger) => sum + operationCount(ledger), 0) > sliceLength;
