import type { Hash256 } from "../protocol/types.ts";
import type { LedgerStore, TransactionPlace } from "../state/ledgerStore.ts";
import type { AccountTransactionsPage, AccountTransactionsQuery, History } from "./history.ts";
import type { LedgerTransaction } from "./ledger.ts";
import { StoredLedgerTransaction } from "./ledgerTransaction.ts";

/** Transactions of the ledgers that the store keeps. */
export class StoredHistory implements History {
  private readonly store: LedgerStore;

  constructor(store: LedgerStore) {
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
    const range = this.store.range;
    let left = start;
    for (let index = range?.last ?? 0; index >= (range?.first ?? 1) && found.length < limit; index--) {
      const stored = [...this.store.transactions(index)].reverse();
      for (const transaction of stored) {
        if (left > 0) left--;
        else if (found.length < limit) found.push(new StoredLedgerTransaction(transaction));
      }
    }
    return found;
  }

  private at(place: TransactionPlace): LedgerTransaction | undefined {
    const stored = this.store.transaction(place);
    return stored === undefined ? undefined : new StoredLedgerTransaction(stored);
  }
}
