import { usesTicket } from "./commonChecks.ts";
import { transactionDefinition } from "./registry.ts";
import type { Consequences, Transaction } from "./transaction.ts";

/** What a transaction may do to its sender, so that the queue can tell whether others may wait behind it. */
export function consequences(tx: Transaction): Consequences {
  return {
    potentialSpend: 0n,
    isBlocker: false,
    sequencesConsumed: usesTicket(tx) ? 0 : 1,
    ...transactionDefinition(tx.TransactionType)?.consequences?.(tx),
  };
}
