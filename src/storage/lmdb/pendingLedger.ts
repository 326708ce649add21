import type { AccountID, Hash256 } from "../../protocol/types.ts";
import type { LedgerHeader } from "../../state/ledgerHeader.ts";
import type { LedgerCommit, StoredTransaction } from "../../state/ledgerStore.ts";
import { ChangedValues } from "../changedValues.ts";

/** A committed ledger that is not on disk yet: reads look here first. */
export class PendingLedger {
  readonly ledgerIndex: number;
  readonly header: LedgerHeader;
  readonly transactions: LedgerCommit["transactions"];
  readonly state: ChangedValues;
  readonly derived: ChangedValues;
  // Made when somebody asks: most ledgers are on disk before.
  private placesByHash: Map<Hash256, number> | undefined;
  private placesByAccount: Map<AccountID, number[]> | undefined;

  constructor({ header, transactions, state, derived }: LedgerCommit) {
    this.ledgerIndex = header.ledgerIndex;
    this.header = header;
    this.transactions = transactions;
    this.state = new ChangedValues(state);
    this.derived = new ChangedValues(derived ?? []);
  }

  transaction(transactionIndex: number): StoredTransaction | undefined {
    const transaction = this.transactions[transactionIndex];
    if (transaction === undefined) return undefined;
    const { hash, blob, metadata } = transaction;
    return { ledgerIndex: this.ledgerIndex, transactionIndex, hash, blob, metadata };
  }

  placeOf(hash: Hash256): number | undefined {
    this.placesByHash ??= new Map(this.transactions.map((transaction, i) => [transaction.hash, i]));
    return this.placesByHash.get(hash);
  }

  placesOf(account: AccountID): readonly number[] {
    this.placesByAccount ??= this.indexAccounts();
    return this.placesByAccount.get(account) ?? [];
  }

  private indexAccounts(): Map<AccountID, number[]> {
    const places = new Map<AccountID, number[]>();
    for (const [i, { accounts }] of this.transactions.entries()) addPlace(places, accounts, i);
    return places;
  }
}

/** Notes that a ledger's transaction affected these accounts. */
export function addPlace(
  places: Map<AccountID, number[]>,
  accounts: readonly AccountID[],
  transactionIndex: number,
): void {
  for (const account of accounts) {
    const known = places.get(account);
    if (known === undefined) places.set(account, [transactionIndex]);
    else known.push(transactionIndex);
  }
}
