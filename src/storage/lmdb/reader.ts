import type { AccountID, Hash256, Hex } from "../../protocol/types.ts";
import type { LedgerHeader } from "../../state/ledgerHeader.ts";
import {
  type AccountTransactionsQuery,
  LedgerNotKept,
  type LedgerRange,
  type LedgerReader,
  type StateEntry,
  type StoredTransaction,
  type TransactionPlace,
} from "../../state/ledgerStore.ts";
import { endOfPrefix } from "../endOfPrefix.ts";
import { overlaidEntries, overlaidSuccessor } from "../overlay.ts";
import type { PendingLedgers, Values } from "./pendingLedgers.ts";
import { decodePlaces, headerOfRecord, transactionCountOfRecord } from "./records.ts";
import {
  accountKey,
  hexKey,
  isEntryKey,
  ledgerKey,
  type ReadOptions,
  readBriefly,
  type Table,
  type Tables,
} from "./tables.ts";
import { readTransaction, readTransactions } from "./transactionChunks.ts";
import { VersionedTable } from "./versionedTable.ts";

const rowsAtOnce = 64;

/** What a reader must know beside the tables. */
export interface ReaderContext {
  readonly range: LedgerRange | undefined;
  /** Committed ledgers that the tables may not have yet. */
  readonly pending: PendingLedgers;
  /** A ledger is being written, so that the tables' newest versions may belong to none that can be read. */
  readonly isWriting: boolean;
}

/** Reads the tables and, before them, the ledgers that are on their way there. */
export class LmdbReader implements LedgerReader {
  protected readonly tables: Tables;
  protected readonly context: ReaderContext;
  private readonly options: ReadOptions;
  private readonly stateTable: VersionedTable;
  private readonly derivedTable: VersionedTable;

  constructor(tables: Tables, context: ReaderContext, options: ReadOptions) {
    this.tables = tables;
    this.context = context;
    this.options = options;
    this.stateTable = new VersionedTable(tables.state, options, isEntryKey);
    this.derivedTable = new VersionedTable(tables.derived, options, () => true);
  }

  get range(): LedgerRange | undefined {
    return this.context.range;
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    if (!this.isKept(ledgerIndex)) return undefined;
    const pending = this.context.pending.find(ledgerIndex);
    if (pending !== undefined) return pending.header;
    const record = this.read(this.tables.headers, ledgerKey(ledgerIndex));
    return record === undefined ? undefined : headerOfRecord(record);
  }

  ledgerIndexOf(ledgerHash: Hash256): number | undefined {
    for (const { header } of this.context.pending) {
      if (header.ledgerHash === ledgerHash) return header.ledgerIndex;
    }
    const record = this.read(this.tables.ledgerHashes, hexKey(ledgerHash));
    const ledgerIndex = record?.readUInt32BE(0);
    return ledgerIndex !== undefined && this.isKept(ledgerIndex) ? ledgerIndex : undefined;
  }

  entry(ledgerIndex: number, key: Hash256): Uint8Array | undefined {
    return this.value(ledgerIndex, key, this.stateTable, "state");
  }

  successor(ledgerIndex: number, key: Hash256, before?: Hash256): Hash256 | undefined {
    const inTables = this.inTables(ledgerIndex);
    const isNewest = this.isNewest(ledgerIndex);
    return overlaidSuccessor(key, before, this.context.pending.layers("state", ledgerIndex), (after) =>
      this.stateTable.successor(inTables, after, before, isNewest),
    );
  }

  entries(ledgerIndex: number, after: Hash256 = ""): Iterable<StateEntry> {
    const inTables = this.inTables(ledgerIndex);
    const isNewest = () => this.isNewest(ledgerIndex);
    return overlaidEntries(
      after,
      undefined,
      this.context.pending.layers("state", ledgerIndex),
      this.stateTable.entries(inTables, after, undefined, isNewest),
    );
  }

  *changedKeys(ledgerIndex: number): Iterable<Hash256> {
    this.check(ledgerIndex);
    if (ledgerIndex === this.range!.first) return;
    const pending = this.context.pending.find(ledgerIndex);
    yield* pending === undefined
      ? this.stateTable.changedKeys(ledgerIndex)
      : [...pending.state.keys()].sort();
  }

  derived(ledgerIndex: number, key: Hex): Uint8Array | undefined {
    return this.value(ledgerIndex, key, this.derivedTable, "derived");
  }

  *derivedEntries(ledgerIndex: number, prefix: Hex): Iterable<{ key: Hex; bytes: Uint8Array }> {
    const exact = prefix === "" ? undefined : this.derived(ledgerIndex, prefix);
    if (exact !== undefined) yield { key: prefix, bytes: exact };
    const end = endOfPrefix(prefix);
    const inTables = this.inTables(ledgerIndex);
    const isNewest = () => this.isNewest(ledgerIndex);
    yield* overlaidEntries(
      prefix,
      end,
      this.context.pending.layers("derived", ledgerIndex),
      this.derivedTable.entries(inTables, prefix, end, isNewest),
    );
  }

  transactionCount(ledgerIndex: number): number {
    if (!this.isKept(ledgerIndex)) return 0;
    const pending = this.context.pending.find(ledgerIndex);
    if (pending !== undefined) return pending.transactions.length;
    const record = this.read(this.tables.headers, ledgerKey(ledgerIndex));
    return record === undefined ? 0 : transactionCountOfRecord(record);
  }

  transaction({ ledgerIndex, transactionIndex }: TransactionPlace): StoredTransaction | undefined {
    if (!this.isKept(ledgerIndex)) return undefined;
    const pending = this.context.pending.find(ledgerIndex);
    if (pending !== undefined) return pending.transaction(transactionIndex);
    return readTransaction(this.tables.transactions, this.options, ledgerIndex, transactionIndex);
  }

  *transactions(ledgerIndex: number, startAt = 0): Iterable<StoredTransaction> {
    if (!this.isKept(ledgerIndex)) return;
    const pending = this.context.pending.find(ledgerIndex);
    if (pending !== undefined) {
      for (let i = startAt; i < pending.transactions.length; i++) yield pending.transaction(i)!;
      return;
    }
    yield* readTransactions(this.tables.transactions, this.options, ledgerIndex, startAt);
  }

  transactionPlace(hash: Hash256): TransactionPlace | undefined {
    for (const pending of this.context.pending) {
      const transactionIndex = pending.placeOf(hash);
      if (transactionIndex !== undefined) return { ledgerIndex: pending.ledgerIndex, transactionIndex };
    }
    const record = this.read(this.tables.places, hexKey(hash));
    if (record === undefined) return undefined;
    const ledgerIndex = record.readUInt32BE(0);
    const transactionIndex = record.readUInt32BE(4);
    // A ledger that is being written is not readable before it is complete.
    return this.isKept(ledgerIndex) ? { ledgerIndex, transactionIndex } : undefined;
  }

  *accountTransactions(account: AccountID, query: AccountTransactionsQuery): Iterable<TransactionPlace> {
    const { range } = this;
    if (range === undefined) return;
    const { forward, startAt } = query;
    const first = Math.max(query.first, range.first, (forward && startAt?.ledgerIndex) || 0);
    const last = Math.min(query.last, range.last, (!forward && startAt?.ledgerIndex) || range.last);
    for (const { ledgerIndex, places } of this.ledgersOf(account, first, last, forward)) {
      for (const transactionIndex of forward ? places : places.toReversed()) {
        if (startAt?.ledgerIndex === ledgerIndex) {
          const isBefore = forward
            ? transactionIndex < startAt.transactionIndex
            : transactionIndex > startAt.transactionIndex;
          if (isBefore) continue;
        }
        yield { ledgerIndex, transactionIndex };
      }
    }
  }

  /** The ledgers in which an account was affected, and by which transactions. */
  private *ledgersOf(
    account: AccountID,
    first: number,
    last: number,
    forward: boolean,
  ): Iterable<{ ledgerIndex: number; places: readonly number[] }> {
    const pending = [...this.context.pending]
      .filter(({ ledgerIndex }) => ledgerIndex >= first && ledgerIndex <= last)
      .map((ledger) => ({ ledgerIndex: ledger.ledgerIndex, places: ledger.placesOf(account) }));
    const lastInTables = Math.min(last, (this.context.pending.first ?? last + 1) - 1);
    if (!forward) yield* pending.reverse();
    let from = first;
    let to = lastInTables;
    while (from <= to) {
      const range = {
        start: accountKey(account, forward ? from : to),
        end: accountKey(account, forward ? to + 1 : from),
        inclusiveEnd: !forward,
        reverse: !forward,
        limit: rowsAtOnce,
        transaction: this.options.transaction,
      };
      const rows = [...this.tables.accounts.getRange(range)];
      for (const { key, value } of rows) {
        yield { ledgerIndex: key.readUInt32BE(20), places: decodePlaces(value) };
      }
      if (rows.length < rowsAtOnce) break;
      const reached = rows.at(-1)!.key.readUInt32BE(20);
      if (forward) from = reached + 1;
      else to = reached - 1;
    }
    if (forward) yield* pending;
  }

  protected read(table: Table, key: Buffer): Buffer | undefined {
    return readBriefly(table, key, this.options);
  }

  private value(
    ledgerIndex: number,
    key: Hex,
    table: VersionedTable,
    values: Values,
  ): Uint8Array | undefined {
    this.check(ledgerIndex);
    const value = this.context.pending.value(values, ledgerIndex, key);
    return value === null ? table.get(this.inTables(ledgerIndex), key) : value;
  }

  /** The newest ledger up to this one that the tables have whole. */
  private inTables(ledgerIndex: number): number {
    this.check(ledgerIndex);
    const firstPending = this.context.pending.first;
    return firstPending === undefined ? ledgerIndex : Math.min(ledgerIndex, firstPending - 1);
  }

  /** Whether the tables' newest versions are this ledger's, so that nothing needs to be resolved. */
  private isNewest(ledgerIndex: number): boolean {
    const { pending, isWriting, range } = this.context;
    return pending.size === 0 && !isWriting && ledgerIndex === range?.last;
  }

  private isKept(ledgerIndex: number): boolean {
    const { range } = this.context;
    return range !== undefined && ledgerIndex >= range.first && ledgerIndex <= range.last;
  }

  private check(ledgerIndex: number): void {
    if (!this.isKept(ledgerIndex)) throw new LedgerNotKept(ledgerIndex, this.context.range);
  }
}
