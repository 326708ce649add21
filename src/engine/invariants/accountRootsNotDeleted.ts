import type { Invariant } from "./invariant.ts";

/** Accounts do not go away, but for the one that a successful AccountDelete deletes. */
export function accountRootsNotDeleted(): Invariant {
  let deleted = 0;
  return {
    visit(before, _after, isDelete) {
      if (isDelete && before?.LedgerEntryType === "AccountRoot") deleted += 1;
    },

    finalize(tx, result) {
      const expected = tx.TransactionType === "AccountDelete" && result === "tesSUCCESS" ? 1 : 0;
      if (deleted === expected) return undefined;
      return expected === 1
        ? `account deletion succeeded and deleted ${deleted} accounts`
        : `${deleted} account roots were deleted`;
    },
  };
}
