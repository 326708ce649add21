import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Hash256 } from "../protocol/types.ts";
import { CanonicalOrder, comparePlaced, type Placed } from "./canonicalOrder.ts";
import { OrderedSet } from "./orderedSet.ts";
import { sequenceOrder } from "./sequenceOrder.ts";

/** A changing set of transactions in canonical order. */
export class CanonicalSet {
  private readonly order: CanonicalOrder;
  private readonly placed = new OrderedSet<Placed>(comparePlaced);

  constructor(salt: Hash256, transactions: Iterable<SignedTransaction> = []) {
    this.order = new CanonicalOrder(salt);
    for (const transaction of transactions) this.add(transaction);
  }

  get salt(): Hash256 {
    return this.order.salt;
  }

  get size(): number {
    return this.placed.size;
  }

  add(transaction: SignedTransaction): void {
    this.placed.add(this.order.place(transaction));
  }

  delete(transaction: SignedTransaction): void {
    this.placed.delete(this.order.place(transaction));
  }

  /**
   * Takes out the sender's first transaction that does not come before this one: the next that may have become
   * possible once this one was applied. Sequences may have gaps, since tickets take some.
   */
  takeNext(applied: SignedTransaction): SignedTransaction | undefined {
    const accountKey = this.order.accountKey(applied.tx.Account);
    const order = sequenceOrder(applied.tx);
    // The empty hash comes before every hash.
    const before: Placed = { accountKey, order, transaction: { ...applied, hash: "" } };
    const next = this.placed.after(before);
    if (next === undefined || next.accountKey !== accountKey) return undefined;
    this.placed.delete(next);
    return next.transaction;
  }

  *[Symbol.iterator](): Iterator<SignedTransaction> {
    for (const { transaction } of this.placed) yield transaction;
  }
}
