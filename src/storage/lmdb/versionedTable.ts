import type { RangeOptions } from "lmdb";
import { bytesToHex } from "../../protocol/hex.ts";
import type { Hex } from "../../protocol/types.ts";
import { isPresent, oldestChangeAbove, versionBytes, versionLedger } from "../versionRecord.ts";
import { hexKey, type ReadOptions, readBriefly, type Table, type VersionedTables } from "./tables.ts";
import { UndoReader } from "./undoLog.ts";

/** Rows that a walk asks for at once. No cursor stays open between: a walk may rest for any time. */
const rowsAtOnce = 64;

/**
 * Reads values that are versioned by ledger: the newest version of a key is in `latest` or `removed`, and each
 * version leads to older ones in `undo`. Right at any moment, even while a commit is writing: until it is done, its
 * versions are newer than the ledger that is asked for, and what they replaced is in `undo` already.
 */
export class VersionedTable {
  private readonly tables: VersionedTables;
  private readonly options: ReadOptions;
  private readonly isKey: (key: Buffer) => boolean;
  readonly undo: UndoReader;

  /** @param isKey tells this table's keys from others that live in `latest` too */
  constructor(tables: VersionedTables, options: ReadOptions, isKey: (key: Buffer) => boolean) {
    this.tables = tables;
    this.options = options;
    this.isKey = isKey;
    this.undo = new UndoReader(tables.undo, options);
  }

  /** The value after ledger `ledgerIndex`. */
  get(ledgerIndex: number, hex: Hex): Uint8Array | undefined {
    const key = hexKey(hex);
    const record = this.newestBriefly(key);
    return record === undefined ? undefined : versionBytes(this.versionAt(record, ledgerIndex, hex, key));
  }

  /** The smallest key above `after` with a value after ledger `ledgerIndex`. */
  successor(ledgerIndex: number, after: Hex, before: Hex | undefined, isNewest: boolean): Hex | undefined {
    let key: Hex | undefined = after;
    for (;;) {
      key = this.nextKey(key, before, isNewest);
      if (key === undefined || isNewest || this.has(ledgerIndex, key)) return key;
    }
  }

  /** Keys and values after ledger `ledgerIndex`, in order, from above `after` and below `before`. */
  *entries(
    ledgerIndex: number,
    after: Hex,
    before: Hex | undefined,
    isNewest: () => boolean,
  ): Iterable<{ key: Hex; bytes: Uint8Array }> {
    let from = after;
    for (;;) {
      const removed = isNewest() ? [] : this.page(this.tables.removed, from, before);
      const latest = this.page(this.tables.latest, from, before);
      const isLastPage = latest.length < rowsAtOnce && removed.length < rowsAtOnce;
      // Where one table's page ends earlier, the rest of the other's waits for the next round.
      const end = pageEnd(latest, removed);
      let last: Hex | undefined;
      for (const { key, record } of merged(latest, removed)) {
        if (end !== undefined && key > end) break;
        if (key === last) continue; // a commit is about to move it from one table to the other
        last = key;
        const bytes = versionBytes(this.versionAt(record, ledgerIndex, key, undefined));
        if (bytes !== undefined) yield { key, bytes };
      }
      if (isLastPage || end === undefined) return;
      from = end;
    }
  }

  /** The newest version's record, in a buffer that the next read overwrites; undefined where there never was one. */
  newestBriefly(key: Buffer): Buffer | undefined {
    return this.read(this.tables.latest, key) ?? this.read(this.tables.removed, key);
  }

  /** The keys that a ledger changed, in order. */
  changedKeys(ledgerIndex: number): Hex[] {
    return Array.from(this.undo.records(ledgerIndex), ({ hex }) => hex).sort();
  }

  private has(ledgerIndex: number, hex: Hex): boolean {
    const key = hexKey(hex);
    const record = this.newestBriefly(key);
    return record !== undefined && isPresent(this.versionAt(record, ledgerIndex, hex, key));
  }

  private read(table: Table, key: Buffer): Buffer | undefined {
    return readBriefly(table, key, this.options);
  }

  /** Follows a key's versions back to the one that ledger `ledgerIndex` had. */
  private versionAt(newest: Buffer, ledgerIndex: number, hex: Hex, key: Buffer | undefined): Buffer {
    let record = newest;
    while (versionLedger(record) > ledgerIndex) {
      const changedIn = oldestChangeAbove(record, ledgerIndex);
      const before = this.undo.find(changedIn, hex, key ?? hexKey(hex));
      if (before === undefined) throw new Error(`no undo record of ledger ${changedIn} for ${hex}`);
      record = before;
    }
    return record;
  }

  private nextKey(after: Hex, before: Hex | undefined, isNewest: boolean): Hex | undefined {
    const latest = this.nextKeyOf(this.tables.latest, after, before);
    if (isNewest) return latest;
    const removed = this.nextKeyOf(this.tables.removed, after, before);
    return removed === undefined || (latest !== undefined && latest < removed) ? latest : removed;
  }

  private nextKeyOf(table: Table, after: Hex, before: Hex | undefined): Hex | undefined {
    for (const key of table.getKeys(this.between(after, before))) if (this.isKey(key)) return bytesToHex(key);
    return undefined;
  }

  private page(table: Table, after: Hex, before: Hex | undefined): { key: Hex; record: Buffer }[] {
    const rows: { key: Hex; record: Buffer }[] = [];
    for (const { key, value } of table.getRange(this.between(after, before))) {
      if (!this.isKey(key)) continue;
      rows.push({ key: bytesToHex(key), record: value });
      if (rows.length === rowsAtOnce) break;
    }
    return rows;
  }

  /** Above `after` ("" is below everything), below `before`. */
  private between(after: Hex, before: Hex | undefined): RangeOptions {
    const { transaction } = this.options;
    const end = before === undefined ? undefined : hexKey(before);
    // No spreads: this is made for each look at a successor. A start that is undefined would be another one than none.
    return after === ""
      ? { end, transaction }
      : { start: hexKey(after), exclusiveStart: true, end, transaction };
  }
}

/** The key up to which both pages are complete; undefined when both are the last ones. */
function pageEnd(a: { key: Hex }[], b: { key: Hex }[]): Hex | undefined {
  const ends = [a, b].filter((page) => page.length === rowsAtOnce).map((page) => page.at(-1)!.key);
  return ends.length === 0 ? undefined : ends.sort()[0];
}

function merged<T extends { key: Hex }>(a: T[], b: T[]): T[] {
  return b.length === 0 ? a : [...a, ...b].sort((x, y) => (x.key < y.key ? -1 : x.key > y.key ? 1 : 0));
}
