import type { Hash256 } from "../protocol/types.ts";
import type { LedgerReader, TransactionPlace } from "../state/ledgerStore.ts";
import type { AccountTransactionsPage, AccountTransactionsQuery, History } from "./history.ts";
import type { LedgerTransaction } from "./ledger.ts";
import { StoredLedgerTransaction } from "./ledgerTransaction.ts";

/** Transactions of the ledgers that the store keeps. */
export class StoredHistory implements History {
  private readonly store: LedgerReader;

  constructor(store: LedgerReader) {
    this.store = store;
  }

  transaction(hash: Hash256): LedgerTransaction | undefined {
    const place = this.store.transactionPlace(hash);
    return place === undefined ? undefined : this.at(place);
  }

  transactionAt(ledgerIndex: number, transactionIndex: number): LedgerTransaction | undefined {
    return this.at({ ledgerIndex, transactionIndex });
  }

  accountTransactions(query: AccountTransactionsQuery): AccountTransactionsPage {
    const transactions: LedgerTransaction[] = [];
    const places = this.store.accountTransactions(query.account, {
      first: query.minLedger,
      last: query.maxLedger,
      forward: query.forward,
      startAt: query.marker,
    });
    for (const place of places) {
      if (transactions.length >= query.limit) return { transactions, marker: place };
      const transaction = this.at(place);
      if (transaction !== undefined) transactions.push(transaction);
    }
    return { transactions, marker: undefined };
  }

  recentTransactions(start: number, limit: number): readonly LedgerTransaction[] {
    const found: LedgerTransaction[] = [];
    const { first, last } = this.store.range ?? { first: 1, last: 0 };
    let left = start;
    for (let ledgerIndex = last; ledgerIndex >= first && found.length < limit; ledgerIndex--) {
      const count = this.store.transactionCount(ledgerIndex);
      for (let at = count - 1 - left; at >= 0 && found.length < limit; at--) {
        const transaction = this.transactionAt(ledgerIndex, at);
        if (transaction !== undefined) found.push(transaction);
      }
      left = Math.max(left - count, 0);
    }
    return found;
  }

  private at(place: TransactionPlace): LedgerTransaction | undefined {
    const stored = this.store.transaction(place);
    return stored === undefined ? undefined : new StoredLedgerTransaction(stored);
  }
}
