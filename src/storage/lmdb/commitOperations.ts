import type { AccountID, Hash256, Hex } from "../../protocol/types.ts";
import type { Change } from "../../state/ledgerStore.ts";
import { isPresent, nextVersion, nothingBefore } from "../versionRecord.ts";
import { inKeyOrder, mergedByKey } from "./keyOrder.ts";
import type { LedgerBatch } from "./ledgerBatch.ts";
import { metaKeys } from "./meta.ts";
import { addPlace } from "./pendingLedger.ts";
import { encodeHeaderRecord, encodePlaces, uint32 } from "./records.ts";
import {
  accountKey,
  hexKey,
  ledgerKey,
  type Tables,
  treePageKey,
  uint32After,
  type VersionedTables,
} from "./tables.ts";
import { transactionOperations } from "./transactionChunks.ts";
import { UndoWriter } from "./undoLog.ts";
import { VersionedTable } from "./versionedTable.ts";
import { breath, type OperationOrBreath } from "./writer.ts";

/** A newest version or a tree page, and where it lies: both are in one table. */
interface Overwrite {
  readonly key: Hex;
  readonly value: Uint8Array | undefined;
}

const itemsPerBreath = 256;
const entryKeyDigits = 64;

/**
 * Everything that a commit writes, in an order in which every prefix can be taken back: a mark, undo records and
 * history first, then the values that are written over, then headers and what makes the ledgers readable, and last
 * the mark's removal. See rollBack. What several ledgers change is written over once, as the last one leaves it.
 *
 * Lazy: earlier versions are read as the operations are taken.
 * @param isFirst whether the store is empty
 */
export function* commitOperations(
  tables: Tables,
  batch: LedgerBatch,
  isFirst: boolean,
): Iterable<OperationOrBreath> {
  const { meta } = tables;
  const { ledgers, takesSeveralSlices: isMarked } = batch;
  const first = ledgers[0]!.header.ledgerIndex;
  const last = ledgers.at(-1)!.header.ledgerIndex;
  if (isMarked) yield { table: meta, key: metaKeys.writing, value: uint32After(first, last) };

  const isOne = ledgers.length === 1;
  const state = new VersionWriter(tables.state, isOne);
  const derived = new VersionWriter(tables.derived, isOne);
  for (const ledger of ledgers) {
    const { ledgerIndex } = ledger.header;
    yield* state.undoOperations(ledger.state, ledgerIndex);
    yield* derived.undoOperations(ledger.derived, ledgerIndex);
  }
  yield* historyOperations(tables, ledgers);
  // Tree pages lie among the entries: in one order with them, each page of the file is changed once.
  const pages = batch.treePages.map(({ key, bytes }) => ({ key, value: bytes }));
  yield* state.operations(inKeyOrder(pages), stateOrPageKey);
  yield* derived.operations([], hexKey);

  for (const { header, transactions } of ledgers) {
    const record = encodeHeaderRecord(header, transactions.length);
    yield { table: tables.headers, key: ledgerKey(header.ledgerIndex), value: record };
    yield { table: tables.ledgerHashes, key: hexKey(header.ledgerHash), value: uint32(header.ledgerIndex) };
  }
  if (isFirst) yield { table: meta, key: metaKeys.first, value: uint32(first) };
  yield { table: meta, key: metaKeys.last, value: uint32(last) };
  if (isMarked) yield { table: meta, key: metaKeys.writing, value: undefined };
}

/**
 * The writes that keep ledgers' transactions and what points at them. Transactions come first, since they say what points
 * at them. That is sorted over all ledgers: hashes and accounts lie anywhere in their tables, whose pages are changed
 * once so, and not once for each ledger.
 */
function* historyOperations(
  { transactions: table, places, accounts }: Tables,
  ledgers: LedgerBatch["ledgers"],
): Iterable<OperationOrBreath> {
  const byHash: { key: Hash256; ledgerIndex: number; place: number }[] = [];
  const byAccount: { key: AccountID; ledgerIndex: number; places: number[] }[] = [];
  for (const { header, transactions } of ledgers) {
    const { ledgerIndex } = header;
    yield* transactionOperations(table, ledgerIndex, transactions);
    const placesByAccount = new Map<AccountID, number[]>();
    for (const [place, { hash, accounts }] of transactions.entries()) {
      byHash.push({ key: hash, ledgerIndex, place });
      addPlace(placesByAccount, accounts, place);
      if (place % itemsPerBreath === itemsPerBreath - 1) yield breath;
    }
    for (const [key, places] of placesByAccount) byAccount.push({ key, ledgerIndex, places });
    yield breath;
  }
  for (const { key, ledgerIndex, place } of inKeyOrder(byHash)) {
    yield { table: places, key: hexKey(key), value: uint32After(ledgerIndex, place) };
  }
  yield breath;
  for (const { key, ledgerIndex, places } of inKeyOrder(byAccount)) {
    yield { table: accounts, key: accountKey(key, ledgerIndex), value: encodePlaces(places) };
  }
  yield breath;
}

/** A key's newest version, on its way into a table. */
interface NewVersion {
  readonly key: Hex;
  readonly record: Buffer;
  readonly isPresent: boolean;
  /** Whether `removed` has the key, from before the first of the ledgers. */
  readonly hasMark: boolean;
}

/** Works out what ledgers, one after the other, make of versioned values. */
class VersionWriter {
  private readonly tables: VersionedTables;
  private readonly table: VersionedTable;
  /** Of one ledger, by rising key. */
  private versions: NewVersion[] = [];
  /** Of several. */
  private readonly newest: Map<Hex, NewVersion> | undefined;

  constructor(tables: VersionedTables, isOneLedger: boolean) {
    this.tables = tables;
    this.table = new VersionedTable(tables, {}, () => true);
    this.newest = isOneLedger ? undefined : new Map();
  }

  /** The undo records of a ledger; its changes are noted. */
  *undoOperations(changes: readonly Change[], ledgerIndex: number): Iterable<OperationOrBreath> {
    const undo = new UndoWriter(this.tables.undo, ledgerIndex, changes.length);
    let count = 0;
    for (const { key: hex, bytes } of inKeyOrder(changes)) {
      if (++count % itemsPerBreath === 0) yield breath;
      const key = hexKey(hex);
      const made = this.newest?.get(hex);
      const before = made?.record ?? this.table.newestBriefly(key);
      const wasPresent = before !== undefined && isPresent(before);
      if (bytes === undefined && !wasPresent) continue; // made and removed within the ledger
      undo.add(hex, key, before ?? nothingBefore);
      const record = nextVersion(before, ledgerIndex, bytes);
      const hasMark = made?.hasMark ?? (before !== undefined && !wasPresent);
      const version = { key: hex, record, isPresent: bytes !== undefined, hasMark };
      if (this.newest === undefined) this.versions.push(version);
      else this.newest.set(hex, version);
    }
    yield* undo.operations();
  }

  /**
   * Writes over what was noted, in an order that leaves a key's versions findable at any moment: it may be in both
   * tables for a while, where `latest` counts, but never in neither.
   * @param others what else goes into `latest`, by rising key
   */
  *operations(others: Iterable<Overwrite>, keyOf: (key: Hex) => Buffer): Iterable<OperationOrBreath> {
    const { latest, removed } = this.tables;
    const versions = this.newest === undefined ? this.versions : [...inKeyOrder([...this.newest.values()])];
    for (const { key, record, isPresent } of versions) {
      if (!isPresent) yield { table: removed, key: hexKey(key), value: record };
    }
    for (const { key, value } of mergedByKey(presentValues(versions), others)) {
      yield { table: latest, key: keyOf(key), value };
    }
    for (const { key, isPresent, hasMark } of versions) {
      if (isPresent && hasMark) yield { table: removed, key: hexKey(key), value: undefined };
    }
  }
}

function* presentValues(versions: readonly NewVersion[]): Iterable<Overwrite> {
  for (const { key, record, isPresent } of versions) yield { key, value: isPresent ? record : undefined };
}

const stateOrPageKey = (key: Hex): Buffer => (key.length === entryKeyDigits ? hexKey(key) : treePageKey(key));
