import type { AccountID, Currency, Hash256, Hex, Issue } from "../../protocol/types.ts";

/** What the node keeps beside each ledger's state, by the first byte of the key. */
export const derivedKeys = {
  /** What the node goes on with after this ledger: one value. */
  carriedState: "00" as Hex,
  /** A transaction that waits, by its hash. */
  waitingPrefix: "01" as Hex,
  waiting: (hash: Hash256): Hex => `01${hash}`,
  /** An order book with offers: what its takers pay, then what they get, each as currency and issuer. */
  books: (pays: Issue): Hex => `02${pays.currency}${pays.issuer}`,
  book: (pays: Issue, gets: Issue): Hex => `02${pays.currency}${pays.issuer}${gets.currency}${gets.issuer}`,
  /** What an account owes in a currency, in sum. */
  obligations: (account: AccountID): Hex => `03${account}`,
  obligation: (account: AccountID, currency: Currency): Hex => `03${account}${currency}`,
  /** A line of an account that no obligation counts. */
  unusualLines: (account: AccountID): Hex => `04${account}`,
  unusualLine: (account: AccountID, line: Hash256): Hex => `04${account}${line}`,
} as const;
