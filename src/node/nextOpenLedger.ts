import { applyTransaction } from "../engine/applyTransaction.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Hash256 } from "../protocol/types.ts";
import { inPasses, type Verdict, verdictOn } from "./applyCanonically.ts";
import { plainFlags, type TransactionView } from "./attempt.ts";
import { CanonicalOrder } from "./canonicalOrder.ts";
import type { Pace } from "./pace.ts";
import type { TransactionQueue } from "./transactionQueue.ts";

/** What a close leaves for the next open ledger. */
export interface Carried {
  /** In the old open ledger, but not in the closed one; `recover`: may go past the queue if that refuses it. */
  readonly unapplied: readonly { readonly transaction: SignedTransaction; readonly recover: boolean }[];
  /** Of the set that was closed, those that may succeed later. */
  readonly retries: readonly SignedTransaction[];
  /** The hash of the set that was closed: it salts the order of the retries. */
  readonly setHash: Hash256;
  /** Clients' transactions that no closed ledger has, in their order. */
  readonly locals: readonly SignedTransaction[];
}

/**
 * Fills a new open ledger: first what the old one had and the closed one has not, then what waits in the queue, then
 * what clients submitted.
 *
 * Source: OpenLedger::accept of the reference.
 */
export async function fillOpenLedger(
  view: TransactionView,
  queue: TransactionQueue,
  carried: Carried,
  pace: Pace,
): Promise<void> {
  const recoverable = new Set(
    carried.unapplied.filter(({ recover }) => recover).map(({ transaction }) => transaction.hash),
  );
  const attempt = (transaction: SignedTransaction, retry: boolean): Verdict => {
    const flags = { ...plainFlags, retry };
    const queued = queue.apply(view, transaction, { ...flags, preferQueue: true });
    if (queued.result === "terQUEUED") return "done";
    if (queued.result === "telCAN_NOT_QUEUE" && recoverable.has(transaction.hash)) {
      return verdictOn(applyTransaction(view, transaction, flags));
    }
    return verdictOn(queued);
  };

  const retries = new Map(carried.retries.map((transaction) => [transaction.hash, transaction]));
  for (const { transaction } of [...carried.unapplied].sort(byHash)) {
    if (attempt(transaction, true) === "retry") retries.set(transaction.hash, transaction);
    if (pace.isDue()) await pace.turn();
  }
  await inPasses(new CanonicalOrder(carried.setHash).sort(retries.values()), pace, attempt);

  await queue.fill(view, pace);
  for (const transaction of carried.locals) {
    queue.apply(view, transaction, plainFlags);
    if (pace.isDue()) await pace.turn();
  }
}

const byHash = (a: { transaction: SignedTransaction }, b: { transaction: SignedTransaction }): number =>
  a.transaction.hash < b.transaction.hash ? -1 : 1;
