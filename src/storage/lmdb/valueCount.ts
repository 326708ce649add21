import type { LedgerCommit } from "../../state/ledgerStore.ts";

/** About how many values a ledger writes, beside the pages of its tree. */
export function valueCount({ state, derived, transactions }: LedgerCommit): number {
  const changes = state.length + (derived?.length ?? 0);
  const accounts = transactions.reduce((sum, transaction) => sum + transaction.accounts.length, 0);
  return 2 * changes + 2 * transactions.length + accounts;
}
