import type { AccountID, Hash256 } from "../../protocol/types.ts";
import type { LedgerCommit, StoredTransaction } from "../../state/ledgerStore.ts";
import { ChangedValues } from "../changedValues.ts";

/** A committed ledger that is not on disk yet: reads look here first. */
export class PendingLedger {
  readonly ledgerIndex: number;
  readonly commit: LedgerCommit;
  readonly state: ChangedValues;
  readonly derived: ChangedValues;
  private readonly treePages: ReadonlyMap<string, Uint8Array | undefined>;
  // Made when somebody asks: most ledgers are on disk before.
  private placesByHash: Map<Hash256, number> | undefined;
  private placesByAccount: Map<AccountID, number[]> | undefined;

  constructor(commit: LedgerCommit) {
    this.ledgerIndex = commit.header.ledgerIndex;
    this.commit = commit;
    this.state = new ChangedValues(commit.state);
    this.derived = new ChangedValues(commit.derived ?? []);
    this.treePages = new Map(commit.treePages.map(({ key, bytes }) => [key, bytes]));
  }

  hasTreePage(path: string): boolean {
    return this.treePages.has(path);
  }

  treePage(path: string): Uint8Array | undefined {
    return this.treePages.get(path);
  }

  transaction(transactionIndex: number): StoredTransaction | undefined {
    const transaction = this.commit.transactions[transactionIndex];
    if (transaction === undefined) return undefined;
    const { hash, blob, metadata } = transaction;
    return { ledgerIndex: this.ledgerIndex, transactionIndex, hash, blob, metadata };
  }

  placeOf(hash: Hash256): number | undefined {
    this.placesByHash ??= new Map(this.commit.transactions.map((transaction, i) => [transaction.hash, i]));
    return this.placesByHash.get(hash);
  }

  placesOf(account: AccountID): readonly number[] {
    this.placesByAccount ??= placesByAccount(this.commit);
    return this.placesByAccount.get(account) ?? [];
  }
}

/** For each account, which of the ledger's transactions affected it, in their order. */
export function placesByAccount({ transactions }: LedgerCommit): Map<AccountID, number[]> {
  const places = new Map<AccountID, number[]>();
  for (const [i, { accounts }] of transactions.entries()) {
    for (const account of accounts) {
      const known = places.get(account);
      if (known === undefined) places.set(account, [i]);
      else known.push(i);
    }
  }
  return places;
}
