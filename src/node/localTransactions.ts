import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { keylet } from "../protocol/keylets.ts";
import type { Hash256 } from "../protocol/types.ts";
import { zeroHash } from "../state/newEntry.ts";
import type { ReadView } from "../state/view.ts";
import { CanonicalOrder } from "./canonicalOrder.ts";
import { isTicketOrder, sequenceNumber, sequenceOrder } from "./sequenceOrder.ts";

/** For how many ledgers a submitted transaction is tried again. */
const keptLedgers = 5;

/** A transaction that a client of this node submitted. */
export interface LocalTransaction {
  readonly transaction: SignedTransaction;
  /** It is dropped once a later ledger than this one has closed. */
  readonly lastLedger: number;
}

/**
 * Transactions that this node's clients submitted, whatever came of them. They are tried on every new open ledger
 * until a closed one has them, they can no longer succeed, or time is up.
 *
 * Source: LocalTxs.cpp of the reference.
 */
export class LocalTransactions {
  private readonly kept = new Map<Hash256, LocalTransaction>();

  get size(): number {
    return this.kept.size;
  }

  all(): Iterable<LocalTransaction> {
    return this.kept.values();
  }

  /** `ledgerIndex`: the open ledger's. */
  add(transaction: SignedTransaction, ledgerIndex: number): void {
    const { LastLedgerSequence } = transaction.tx;
    const lastLedger = Math.min(
      ledgerIndex + keptLedgers,
      (LastLedgerSequence ?? Number.POSITIVE_INFINITY) + 1,
    );
    this.restore({ transaction, lastLedger });
  }

  restore(local: LocalTransaction): void {
    this.kept.set(local.transaction.hash, local);
  }

  /** Those that the closed ledger does not have, in the order in which they are tried. */
  missing(isClosed: (hash: Hash256) => boolean): SignedTransaction[] {
    const missing: SignedTransaction[] = [];
    for (const { transaction } of this.kept.values()) {
      if (!isClosed(transaction.hash)) missing.push(transaction);
    }
    return new CanonicalOrder(zeroHash).sort(missing);
  }

  /** Drops what a newly closed ledger has, what it made impossible, and what has been tried for long enough. */
  sweep(closed: ReadView, isClosed: (hash: Hash256) => boolean): void {
    for (const [hash, { transaction, lastLedger }] of this.kept) {
      if (closed.ledgerIndex > lastLedger || isClosed(hash) || isPast(transaction, closed)) {
        this.kept.delete(hash);
      }
    }
  }
}

/** Its sequence was used, or its ticket is gone. Without an account it may still become possible. */
function isPast({ tx }: SignedTransaction, closed: ReadView): boolean {
  const account = closed.read(keylet.account(tx.Account));
  if (account === undefined) return false;
  const order = sequenceOrder(tx);
  if (!isTicketOrder(order)) return account.Sequence > order;
  const ticket = sequenceNumber(order);
  return account.Sequence > ticket && !closed.has(keylet.ticket(tx.Account, ticket));
}
