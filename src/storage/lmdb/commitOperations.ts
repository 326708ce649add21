import type { AccountID, Hex } from "../../protocol/types.ts";
import type { Change, LedgerCommit } from "../../state/ledgerStore.ts";
import { isPresent, nextVersion, nothingBefore } from "../versionRecord.ts";
import { inKeyOrder, mergedByKey } from "./keyOrder.ts";
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
import { breath, type OperationOrBreath, sliceLength } from "./writer.ts";

/** A newest version or a tree page, and where it lies: both are in one table. */
interface Overwrite {
  readonly key: Hex;
  readonly value: Uint8Array | undefined;
}

const itemsPerBreath = 256;
const entryKeyDigits = 64;

/**
 * Everything that a commit writes, in an order in which every prefix can be taken back: a mark, undo records and
 * history first, then the values that are written over, then the header and what makes the ledger readable, and last
 * the mark's removal. See rollBack.
 *
 * Lazy: earlier versions are read as the operations are taken.
 */
export function* commitOperations(
  tables: Tables,
  ledger: LedgerCommit,
  isFirst: boolean,
): Iterable<OperationOrBreath> {
  const { header, transactions } = ledger;
  const { ledgerIndex } = header;
  const { meta } = tables;
  const isMarked = takesSeveralSlices(ledger);
  if (isMarked) yield { table: meta, key: metaKeys.writing, value: uint32(ledgerIndex) };

  const state = yield* undoOperations(tables.state, ledger.state, ledgerIndex);
  const derived = yield* undoOperations(tables.derived, ledger.derived ?? [], ledgerIndex);
  yield* transactionOperations(tables.transactions, ledgerIndex, transactions);
  const hashes = transactions.map(({ hash }, place) => ({ key: hash, place }));
  for (const { key, place } of inKeyOrder(hashes)) {
    yield { table: tables.places, key: hexKey(key), value: uint32After(ledgerIndex, place) };
  }
  yield breath;
  yield* accountOperations(tables, ledger);

  const pages = ledger.treePages.map(({ key, bytes }): Overwrite => ({ key, value: bytes }));
  // Tree pages lie among the entries: in one order with them, each page of the file is changed once.
  const stateValues = mergedByKey(state.latest, inKeyOrder(pages));
  yield* overwriteOperations(tables.state, state, stateValues, stateOrPageKey);
  yield* overwriteOperations(tables.derived, derived, derived.latest, hexKey);

  const record = encodeHeaderRecord(header, transactions.length);
  yield { table: tables.headers, key: ledgerKey(ledgerIndex), value: record };
  yield { table: tables.ledgerHashes, key: hexKey(header.ledgerHash), value: uint32(ledgerIndex) };
  if (isFirst) yield { table: meta, key: metaKeys.first, value: uint32(ledgerIndex) };
  yield { table: meta, key: metaKeys.last, value: uint32(ledgerIndex) };
  if (isMarked) yield { table: meta, key: metaKeys.writing, value: undefined };
}

/** Whether a commit takes several transactions of the store, and so needs a mark. */
export function takesSeveralSlices({ state, derived, treePages, transactions }: LedgerCommit): boolean {
  const changes = state.length + (derived?.length ?? 0);
  const accounts = transactions.reduce((sum, transaction) => sum + transaction.accounts.length, 0);
  return 2 * changes + treePages.length + 2 * transactions.length + accounts > sliceLength;
}

function* accountOperations({ accounts: table }: Tables, ledger: LedgerCommit): Iterable<OperationOrBreath> {
  const placesByAccount = new Map<AccountID, number[]>();
  for (const [i, { accounts }] of ledger.transactions.entries()) {
    addPlace(placesByAccount, accounts, i);
    if (i % itemsPerBreath === itemsPerBreath - 1) yield breath;
  }
  const items = Array.from(placesByAccount, ([key, places]) => ({ key, places }));
  yield breath;
  for (const { key, places } of inKeyOrder(items)) {
    yield { table, key: accountKey(key, ledger.header.ledgerIndex), value: encodePlaces(places) };
  }
  yield breath;
}

/** What a ledger makes of versioned values, by rising key. */
interface Overwrites {
  readonly latest: Overwrite[];
  readonly removed: Overwrite[];
  readonly restored: Overwrite[];
}

/** Yields the undo records. @returns what is to be written over */
function* undoOperations(
  tables: VersionedTables,
  changes: readonly Change[],
  ledgerIndex: number,
): Generator<OperationOrBreath, Overwrites> {
  const overwrites: Overwrites = { latest: [], removed: [], restored: [] };
  const table = new VersionedTable(tables, {}, () => true);
  const undo = new UndoWriter(tables.undo, ledgerIndex, changes.length);
  let count = 0;
  for (const { key: hex, bytes } of inKeyOrder(changes)) {
    if (++count % itemsPerBreath === 0) yield breath;
    const key = hexKey(hex);
    const before = table.newestBriefly(key);
    const wasPresent = before !== undefined && isPresent(before);
    if (bytes === undefined && !wasPresent) continue; // made and removed within the ledger
    undo.add(hex, key, before ?? nothingBefore);
    const version = nextVersion(before, ledgerIndex, bytes);
    overwrites.latest.push({ key: hex, value: bytes === undefined ? undefined : version });
    if (bytes === undefined) overwrites.removed.push({ key: hex, value: version });
    else if (before !== undefined && !wasPresent) overwrites.restored.push({ key: hex, value: undefined });
  }
  yield* undo.operations();
  return overwrites;
}

const stateOrPageKey = (key: Hex): Buffer => (key.length === entryKeyDigits ? hexKey(key) : treePageKey(key));

/**
 * In an order that leaves a key's versions findable at any moment: it may be in both tables for a while, where
 * `latest` counts, but never in neither.
 */
function* overwriteOperations(
  { latest, removed }: VersionedTables,
  overwrites: Overwrites,
  values: Iterable<Overwrite>,
  keyOf: (key: Hex) => Buffer,
): Iterable<OperationOrBreath> {
  for (const { key, value } of overwrites.removed) yield { table: removed, key: hexKey(key), value };
  for (const { key, value } of values) yield { table: latest, key: keyOf(key), value };
  for (const { key, value } of overwrites.restored) yield { table: removed, key: hexKey(key), value };
}
