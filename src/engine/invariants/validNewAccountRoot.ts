import type { EngineResult } from "../../protocol/engineResults.ts";
import type { Drops } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import type { Transaction } from "../transaction.ts";
import type { Invariant, Visited } from "./invariant.ts";

/**
 * Only a successful Payment creates an account, only one, and it starts at the sequence of the ledger: a deleted
 * account that comes back must not see its old transactions again.
 */
export class ValidNewAccountRoot implements Invariant {
  private created = 0;
  private sequence = 0;

  visit(before: Visited, after: Visited): void {
    if (before !== undefined || after?.LedgerEntryType !== "AccountRoot") return;
    this.created += 1;
    this.sequence = after.Sequence;
  }

  finalize(tx: Transaction, result: EngineResult, _fee: Drops, view: ReadView): string | undefined {
    if (this.created === 0) return undefined;
    if (this.created > 1) return "multiple accounts created in a single transaction";
    if (tx.TransactionType !== "Payment" || result !== "tesSUCCESS") {
      return "account root created by a non-Payment or by an unsuccessful transaction";
    }
    return this.sequence === view.ledgerIndex
      ? undefined
      : "account created with wrong starting sequence number";
  }
}
