import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import type { Pace } from "./pace.ts";
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
  private readonly saltHigh: number;
  private readonly saltLow: number;
  private readonly ranks = new Map<AccountID, number>();

  constructor(salt: Hash256) {
    this.salt = salt;
    this.saltHigh = digits(salt, 0, highDigits);
    this.saltLow = digits(salt, highDigits, rankDigits);
  }

  sort(transactions: Iterable<SignedTransaction>): SignedTransaction[] {
    const placed: Placed[] = [];
    for (const transaction of transactions) placed.push(this.place(transaction));
    return placed.sort(this.compare).map(({ transaction }) => transaction);
  }

  /** As sort, in slices: by the first digit of what decides, then each part. */
  async sortInSlices(transactions: Iterable<SignedTransaction>, pace: Pace): Promise<SignedTransaction[]> {
    const parts: Placed[][] = Array.from({ length: 16 }, () => []);
    for (const transaction of transactions) {
      const placed = this.place(transaction);
      parts[Math.floor(placed.rank / partRange)]!.push(placed);
      if (pace.isDue()) await pace.turn();
    }
    const sorted: SignedTransaction[] = [];
    for (const part of parts) {
      for (const { transaction } of part.sort(this.compare)) sorted.push(transaction);
      await pace.turnIfDue();
    }
    return sorted;
  }

  place(transaction: SignedTransaction): Placed {
    return {
      rank: this.rankOf(transaction.tx.Account),
      order: sequenceOrder(transaction.tx),
      transaction,
    };
  }

  readonly compare = (a: Placed, b: Placed): number => {
    if (a.rank !== b.rank) return a.rank - b.rank;
    const accounts = this.compareAccounts(a.transaction.tx.Account, b.transaction.tx.Account);
    if (accounts !== 0) return accounts;
    if (a.order !== b.order) return a.order - b.order;
    const left = a.transaction.hash;
    const right = b.transaction.hash;
    return left === right ? 0 : left < right ? -1 : 1;
  };

  /** The first digits of the sender's id with the salt mixed in: enough for all but a few pairs ever made. */
  private rankOf(account: AccountID): number {
    let rank = this.ranks.get(account);
    if (rank === undefined) {
      const high = (digits(account, 0, highDigits) ^ this.saltHigh) >>> 0;
      const low = digits(account, highDigits, rankDigits) ^ this.saltLow;
      rank = high * lowRange + low;
      this.ranks.set(account, rank);
    }
    return rank;
  }

  /** By all digits. The salt decides only where they differ first, and flips the order there or not. */
  private compareAccounts(a: AccountID, b: AccountID): number {
    if (a === b) return 0;
    let at = 0;
    while (a[at] === b[at]) at++;
    const salt = digits(this.salt, at, at + 1);
    return (digits(a, at, at + 1) ^ salt) - (digits(b, at, at + 1) ^ salt);
  }
}

/** A transaction with what decides its place. */
export interface Placed {
  readonly rank: number;
  readonly order: SequenceOrder;
  readonly transaction: SignedTransaction;
}

/** 52 bits: what a number holds exactly. */
const highDigits = 8;
const rankDigits = 13;
const lowRange = 2 ** 20;
const partRange = 2 ** 48;

const digits = (hex: string, from: number, to: number): number => Number.parseInt(hex.slice(from, to), 16);
