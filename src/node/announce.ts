import type { ClosedLedger } from "./ledgerMachine.ts";
import { AppliedLedgerTransaction } from "./ledgerTransaction.ts";
import type { NodeEventHub } from "./nodeEventHub.ts";
import type { Pace } from "./pace.ts";

/** Tells of a closed ledger and of its transactions, in order of application; in slices, as there may be many. */
export async function announceClosed(
  events: NodeEventHub,
  { built, view }: ClosedLedger,
  completeLedgers: string,
  pace: Pace,
): Promise<void> {
  if (!events.isHeard) return;
  events.emit({
    kind: "ledgerClosed",
    ledger: view,
    transactionCount: built.transactions.length,
    completeLedgers,
  });
  for (const [transactionIndex, transaction] of built.transactions.entries()) {
    const { metadata, accounts } = transaction;
    events.emit({
      kind: "transaction",
      ledger: view,
      transaction: new AppliedLedgerTransaction(transaction, view.ledgerIndex, {
        metadata,
        transactionIndex,
      }),
      affectedAccounts: accounts,
    });
    if (pace.isDue()) await pace.turn();
  }
}
