import type { AccountID, Hash256, Hex } from "../protocol/types.ts";
import type { LedgerHeader } from "./ledgerHeader.ts";

/** Where a transaction is: its ledger, and its place in that ledger (TransactionIndex, from 0). */
export interface TransactionPlace {
  readonly ledgerIndex: number;
  readonly transactionIndex: number;
}

/** A transaction of a closed ledger. */
export interface StoredTransaction extends TransactionPlace {
  readonly hash: Hash256;
  /** The transaction, serialized. */
  readonly blob: Uint8Array;
  /** What it changed, serialized. */
  readonly metadata: Uint8Array;
}

/** A ledger entry, serialized, with its key. */
export interface StateEntry {
  readonly key: Hash256;
  readonly bytes: Uint8Array;
}

/** A change of a keyed value: new bytes, or undefined for a key that is no more. */
export interface Change<K extends Hex = Hex> {
  readonly key: K;
  readonly bytes: Uint8Array | undefined;
  /** Whether the ledger before had the key, where that is known: it saves look-ups. It must be right. */
  readonly existed?: boolean | undefined;
}

/** A page of the state tree: `path` is the nibbles that lead to it, as hex text ("" is the root's page). */
export type TreePageChange = Change;

/** Ledger indexes, both included, with every ledger between. */
export interface LedgerRange {
  readonly first: number;
  readonly last: number;
}

/** Which of an account's transactions, and in which order. */
export interface AccountTransactionsQuery {
  /** Ledgers to look at, both included. */
  readonly first: number;
  readonly last: number;
  /** True: oldest first. */
  readonly forward: boolean;
  /** Start at this place (included), going in the order asked for; for resuming. */
  readonly startAt?: TransactionPlace | undefined;
}

/**
 * Closed ledgers, to be read. Everything is synchronous. Bytes that come out are the caller's to keep, never to
 * change.
 *
 * `ledgerIndex` must lie in `range` wherever a ledger is named: otherwise state reads throw LedgerNotKept, since an
 * absent ledger's entries cannot be told from absent entries. Ledger-keyed look-ups (header, transactions) are just
 * empty.
 */
export interface LedgerReader {
  /** The complete ledgers; undefined in an empty store. */
  readonly range: LedgerRange | undefined;

  header(ledgerIndex: number): LedgerHeader | undefined;
  ledgerIndexOf(ledgerHash: Hash256): number | undefined;

  /** The entry as it was after this ledger. One look-up for the last ledger, logarithmic for older ones. */
  entry(ledgerIndex: number, key: Hash256): Uint8Array | undefined;
  /** The smallest key above `key`, below `before` if that is given, that has an entry in this ledger. */
  successor(ledgerIndex: number, key: Hash256, before?: Hash256): Hash256 | undefined;
  /** The ledger's entries in order of their keys, from above `after`. May be left unfinished at any point. */
  entries(ledgerIndex: number, after?: Hash256): Iterable<StateEntry>;
  /** The keys that this ledger changed, made or removed, in order. Empty for the first ledger of the range. */
  changedKeys(ledgerIndex: number): Iterable<Hash256>;

  /** A value kept beside the state (sums, indexes), as it was after this ledger. See LedgerCommit.derived. */
  derived(ledgerIndex: number, key: Hex): Uint8Array | undefined;
  /** The derived values of this ledger whose keys start with `prefix`, in order of their keys. */
  derivedEntries(ledgerIndex: number, prefix: Hex): Iterable<{ key: Hex; bytes: Uint8Array }>;

  /** How many transactions a ledger has; 0 where the ledger is not kept. */
  transactionCount(ledgerIndex: number): number;
  transaction(place: TransactionPlace): StoredTransaction | undefined;
  /** A ledger's transactions in their order, from `startAt` (a TransactionIndex) on. */
  transactions(ledgerIndex: number, startAt?: number): Iterable<StoredTransaction>;
  transactionPlace(hash: Hash256): TransactionPlace | undefined;
  /** Places of the transactions that affected an account. Lazy: take what you need. */
  accountTransactions(account: AccountID, query: AccountTransactionsQuery): Iterable<TransactionPlace>;
}

/** A closed ledger, to be written. */
export interface LedgerCommit {
  readonly header: LedgerHeader;
  /** Every entry that differs from the ledger before. A key occurs once. */
  readonly state: readonly Change<Hash256>[];
  /** Pages of the state tree that differ, as StateTree.update gave them. */
  readonly treePages: readonly TreePageChange[];
  /** In order of TransactionIndex. `accounts`: those the transaction affected, each once. */
  readonly transactions: readonly {
    readonly hash: Hash256;
    readonly blob: Uint8Array;
    readonly metadata: Uint8Array;
    readonly accounts: readonly AccountID[];
  }[];
  /** Values computed from the state that are kept, versioned like it, so that queries need not compute them. */
  readonly derived?: readonly Change[];
}

/** A first ledger on its way into an empty store. Nothing of it shows before `finish`. */
export interface LedgerImport {
  /** Entries in any order, each key once over all calls. Holds no more than one call's entries in memory. */
  add(entries: readonly StateEntry[]): Promise<void>;
  /** What was added, in order of the keys. */
  entries(): Iterable<StateEntry>;
  addTreePages(pages: readonly TreePageChange[]): Promise<void>;
  addDerived(values: readonly Change[]): Promise<void>;
  /** Makes the ledger the store's first one, durably. */
  finish(): Promise<void>;
}

/**
 * Keeps closed ledgers: the state as a flat map with undo records, so that every ledger of the range can be read;
 * headers, transactions, and the latest state tree. One writer; it is also the reader with the freshest view.
 */
export interface LedgerStore extends LedgerReader {
  /**
   * Writes a closed ledger in one atomic step. Its index is one above the last one's, or any in an empty store.
   *
   * From the call on, this object's reads see the ledger. The promise resolves once it is durable, and rejects if
   * it never will be; then the store refuses further work. Ledgers may be committed while earlier ones are under
   * way, and those that come fast may be written together a little later: see \`room\`. The arrays and bytes passed in
   * belong to the store until then.
   */
  commit(ledger: LedgerCommit): Promise<void>;

  /**
   * Waits while too much is on its way to the disk, so that what is kept in memory for it stays bounded. To be awaited
   * before each of many commits, in place of the commit before. Never rejects: the next commit does.
   */
  room(): Promise<void>;

  /** Writes what was committed now, rather than with what comes in the next moment. */
  hurry(): void;

  /** Starts filling an empty store with the whole ledger of this header. Throws when there is a ledger already. */
  importLedger(header: LedgerHeader): LedgerImport;

  /** Forgets ledgers below `first`: headers, transactions, undo records. In steps; each step is atomic. */
  prune(first: number): Promise<void>;

  /** A page of the last ledger's state tree. */
  treePage(path: string): Uint8Array | undefined;

  /** A named value that belongs to no ledger: format version, native currency. Undefined if never set. */
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): Promise<void>;

  /** A view that stays as it is, whatever is committed or pruned meanwhile. Release it soon: it holds space. */
  snapshot(): LedgerReader & { release(): void };

  /** Waits for commits under way, then lets go of files. */
  close(): Promise<void>;
}

/** A state read named a ledger that the store does not have. */
export class LedgerNotKept extends Error {
  readonly ledgerIndex: number;

  constructor(ledgerIndex: number, range: LedgerRange | undefined) {
    const kept = range === undefined ? "the store is empty" : `kept: ${range.first} to ${range.last}`;
    super(`ledger ${ledgerIndex} is not kept (${kept})`);
    this.name = "LedgerNotKept";
    this.ledgerIndex = ledgerIndex;
  }
}
