import type { EngineResult } from "../../protocol/engineResults.ts";
import type { Transaction } from "../transaction.ts";
import type { Invariant, Visited } from "./invariant.ts";

/** Accounts do not go away, but for the one that a successful AccountDelete deletes. */
export class AccountRootsNotDeleted implements Invariant {
  private deleted = 0;

  visit(before: Visited, _after: Visited, isDelete: boolean): void {
    if (isDelete && before?.LedgerEntryType === "AccountRoot") this.deleted += 1;
  }

  finalize(tx: Transaction, result: EngineResult): string | undefined {
    const expected = tx.TransactionType === "AccountDelete" && result === "tesSUCCESS" ? 1 : 0;
    if (this.deleted === expected) return undefined;
    return expected === 1
      ? `account deletion succeeded and deleted ${this.deleted} accounts`
      : `${this.deleted} account roots were deleted`;
  }
}
