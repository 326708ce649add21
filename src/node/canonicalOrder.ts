import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import { type SequenceOrder, sequenceOrder } from "./sequenceOrder.ts";

/**
 * The order in which a set of transactions is applied: by sender, each sender's by sequence. Senders are ordered
 * by their id mixed with a salt that nobody knows before the set is complete, so that a low account id buys no
 * advantage.
 *
 * Source: CanonicalTXSet.cpp of the reference.
 */
export class CanonicalOrder {
  readonly salt: Hash256;
  private readonly saltWords: readonly number[];
  private readonly keys = new Map<AccountID, string>();

  constructor(salt: Hash256) {
    this.salt = salt;
    this.saltWords = words(salt);
  }

  /** The sender's id with the salt mixed in, as text that orders as the reference orders it. */
  accountKey(account: AccountID): string {
    const known = this.keys.get(account);
    if (known !== undefined) return known;
    let key = "";
    for (const [i, word] of words(account).entries()) {
      key += ((word ^ this.saltWords[i]!) >>> 0).toString(16).padStart(8, "0");
    }
    this.keys.set(account, key);
    return key;
  }

  sort(transactions: Iterable<SignedTransaction>): SignedTransaction[] {
    const placed: Placed[] = [];
    for (const transaction of transactions) placed.push(this.place(transaction));
    return placed.sort(comparePlaced).map(({ transaction }) => transaction);
  }

  place(transaction: SignedTransaction): Placed {
    return {
      accountKey: this.accountKey(transaction.tx.Account),
      order: sequenceOrder(transaction.tx),
      transaction,
    };
  }
}

/** A transaction with what decides its place. */
export interface Placed {
  readonly accountKey: string;
  readonly order: SequenceOrder;
  readonly transaction: SignedTransaction;
}

export function comparePlaced(a: Placed, b: Placed): number {
  if (a.accountKey !== b.accountKey) return a.accountKey < b.accountKey ? -1 : 1;
  if (a.order !== b.order) return a.order - b.order;
  const left = a.transaction.hash;
  const right = b.transaction.hash;
  return left === right ? 0 : left < right ? -1 : 1;
}

/** The first 20 bytes as five numbers: what follows in the salt is the same for every account. */
const words = (hex: string): number[] =>
  [0, 8, 16, 24, 32].map((at) => Number.parseInt(hex.slice(at, at + 8), 16));
