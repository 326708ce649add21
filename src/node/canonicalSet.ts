import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Hash256 } from "../protocol/types.ts";
import { CanonicalOrder, type Placed } from "./canonicalOrder.ts";
import { OrderedSet } from "./orderedSet.ts";

/** A changing set of transactions in canonical order. */
export class CanonicalSet {
  private readonly order: CanonicalOrder;
  private readonly placed: OrderedSet<Placed>;

  constructor(salt: Hash256, transactions: Iterable<SignedTransaction> = []) {
    this.order = new CanonicalOrder(salt);
    this.placed = new OrderedSet(this.order.compare);
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
    if (this.size === 0) return undefined;
    // The empty hash comes before every hash.
    const next = this.placed.after(this.order.place({ ...applied, hash: "" }));
    if (next?.transaction.tx.Account !== applied.tx.Account) return undefined;
    this.placed.delete(next);
    return next.transaction;
  }

  *[Symbol.iterator](): Iterator<SignedTransaction> {
    for (const { transaction } of this.placed) yield transaction;
  }
}
