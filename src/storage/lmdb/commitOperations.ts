import type { Hex } from "../../protocol/types.ts";
import type { Change, LedgerCommit } from "../../state/ledgerStore.ts";
import { decodeVersion, encodeVersion, isPresent, nextVersion, nothingBefore } from "../versionRecord.ts";
import { metaKeys } from "./meta.ts";
import { placesByAccount } from "./pendingLedger.ts";
import { encodeHeaderRecord, encodePlaces, encodeTransaction, uint32 } from "./records.ts";
import {
  accountKey,
  hexKey,
  ledgerKey,
  placeKey,
  type Tables,
  treePageKey,
  type VersionedTables,
} from "./tables.ts";
import { VersionedTable } from "./versionedTable.ts";
import { type Operation, sliceLength } from "./writer.ts";

/** A ledger that fits into one transaction needs no mark. */
const onePieceLength = sliceLength;

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
): Iterable<Operation> {
  const { header, transactions } = ledger;
  const { ledgerIndex } = header;
  const { meta } = tables;
  const isMarked = needsMark(ledger);
  if (isMarked) yield { table: meta, key: metaKeys.writing, value: uint32(ledgerIndex) };

  const newVersions: Operation[] = [];
  yield* versionOperations(tables.state, ledger.state, ledgerIndex, newVersions);
  yield* versionOperations(tables.derived, ledger.derived ?? [], ledgerIndex, newVersions);
  for (const [i, transaction] of transactions.entries()) {
    const key = placeKey(ledgerIndex, i);
    yield { table: tables.transactions, key, value: encodeTransaction(transaction) };
  }
  const hashes = transactions.map(({ hash }, place) => ({ key: hash, place }));
  for (const { key, place } of inKeyOrder(hashes)) {
    yield { table: tables.places, key: hexKey(key), value: placeKey(ledgerIndex, place) };
  }
  const accounts = [...placesByAccount(ledger)].map(([key, places]) => ({ key, places }));
  for (const { key, places } of inKeyOrder(accounts)) {
    yield { table: tables.accounts, key: accountKey(key, ledgerIndex), value: encodePlaces(places) };
  }

  const pages = ledger.treePages.map(({ key, bytes }): Operation => {
    return { table: tables.state.latest, key: treePageKey(key), value: bytes && Buffer.from(bytes) };
  });
  // Tree pages lie among the entries: in one order with them, each page of the file is changed once.
  yield* inByteOrder([...newVersions, ...pages]);

  const record = encodeHeaderRecord(header, transactions.length);
  yield { table: tables.headers, key: ledgerKey(ledgerIndex), value: record };
  yield { table: tables.ledgerHashes, key: hexKey(header.ledgerHash), value: uint32(ledgerIndex) };
  if (isFirst) yield { table: meta, key: metaKeys.first, value: uint32(ledgerIndex) };
  yield { table: meta, key: metaKeys.last, value: uint32(ledgerIndex) };
  if (isMarked) yield { table: meta, key: metaKeys.writing, value: undefined };
}

/** Whether a commit takes several transactions. */
export function needsMark({ state, derived, treePages, transactions }: LedgerCommit): boolean {
  const changes = state.length + (derived?.length ?? 0);
  const accounts = transactions.reduce((sum, transaction) => sum + transaction.accounts.length, 0);
  return 3 * changes + treePages.length + 2 * transactions.length + accounts > onePieceLength;
}

/** Yields the undo records, and collects what writes over the newest versions. */
function* versionOperations(
  tables: VersionedTables,
  changes: readonly Change[],
  ledgerIndex: number,
  newVersions: Operation[],
): Iterable<Operation> {
  const { latest, removed, undo } = tables;
  const table = new VersionedTable(tables, {}, () => true);
  for (const { key: hex, bytes } of inKeyOrder(changes)) {
    const key = hexKey(hex);
    const before = table.newest(key);
    const wasPresent = before !== undefined && isPresent(before);
    if (bytes === undefined && !wasPresent) continue; // made and removed within the ledger
    yield { table: undo, key: ledgerKey(ledgerIndex, hex), value: before ?? nothingBefore };
    const version = nextVersion(before && decodeVersion(before), ledgerIndex);
    const record = encodeVersion(version, bytes);
    if (bytes === undefined) {
      newVersions.push({ table: latest, key, value: undefined }, { table: removed, key, value: record });
    } else {
      newVersions.push({ table: latest, key, value: record });
      if (before !== undefined && !wasPresent) newVersions.push({ table: removed, key, value: undefined });
    }
  }
}

/** Sorts by key in parts, so that a large ledger does not hold the event loop up. Rising keys are written fastest. */
function* inKeyOrder<T extends { readonly key: Hex }>(items: readonly T[]): Iterable<T> {
  for (const part of parts(items, ({ key }) => Number.parseInt(key.slice(0, 2), 16))) {
    yield* part.sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

function* inByteOrder(items: readonly Operation[]): Iterable<Operation> {
  for (const part of parts(items, ({ key }) => key[0]!)) {
    yield* part.sort((a, b) => Buffer.compare(a.key, b.key));
  }
}

function parts<T>(items: readonly T[], firstByte: (item: T) => number): T[][] {
  if (items.length < 512) return [[...items]];
  const result = Array.from({ length: 256 }, (): T[] => []);
  for (const item of items) result[firstByte(item)]!.push(item);
  return result;
}
