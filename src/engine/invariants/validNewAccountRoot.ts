import type { Invariant } from "./invariant.ts";

/**
 * Only a successful Payment creates an account, only one, and it starts at the sequence of the ledger: a deleted
 * account that comes back must not see its old transactions again.
 */
export function validNewAccountRoot(): Invariant {
  let created = 0;
  let sequence = 0;
  return {
    visit(before, after) {
      if (before !== undefined || after?.LedgerEntryType !== "AccountRoot") return;
      created += 1;
      sequence = after.Sequence;
    },

    finalize(tx, result, _fee, view) {
      if (created === 0) return undefined;
      if (created > 1) return "multiple accounts created in a single transaction";
      if (tx.TransactionType !== "Payment" || result !== "tesSUCCESS") {
        return "account root created by a non-Payment or by an unsuccessful transaction";
      }
      return sequence === view.ledgerIndex
        ? undefined
        : "account created with wrong starting sequence number";
    },
  };
}
