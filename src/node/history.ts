import type { AccountID, Hash256 } from "../protocol/types.ts";
import type { TransactionPlace } from "../state/ledgerStore.ts";
import type { LedgerTransaction } from "./ledger.ts";

/** Where a page goes on. */
export type AccountTransactionsMarker = TransactionPlace;

/** Which of an account's transactions are wanted. */
export interface AccountTransactionsQuery {
  readonly account: AccountID;
  /** Both included. */
  readonly minLedger: number;
  readonly maxLedger: number;
  /** True: oldest first. */
  readonly forward: boolean;
  readonly limit: number;
  /** Go on from here: the first transaction not yet shown. */
  readonly marker?: AccountTransactionsMarker | undefined;
}

/** Some of them, and where the next page goes on. */
export interface AccountTransactionsPage {
  readonly transactions: readonly LedgerTransaction[];
  /** Undefined where there is no more. */
  readonly marker: AccountTransactionsMarker | undefined;
}

/** Transactions of closed ledgers. */
export interface History {
  transaction(hash: Hash256): LedgerTransaction | undefined;
  /** The transaction with this place in the order of application of this ledger. */
  transactionAt(ledgerIndex: number, transactionIndex: number): LedgerTransaction | undefined;
  accountTransactions(query: AccountTransactionsQuery): AccountTransactionsPage;
  /** Newest first, after leaving out the `start` newest ones: for tx_history. */
  recentTransactions(start: number, limit: number): readonly LedgerTransaction[];
}
