import { type Database, open, type RootDatabase } from "lmdb";
import { writeHex } from "../../protocol/hex.ts";
import type { Hex } from "../../protocol/types.ts";

export type Table = Database<Buffer, Buffer>;

/** Everything read through one is of one moment. */
export type ReadTransaction = ReturnType<Table["useReadTransaction"]>;

/** Where a read looks: `{}` is now. */
export interface ReadOptions {
  readonly transaction?: ReadTransaction;
}

/** Reads a value into a buffer that the next read overwrites: use it at once, by its `length`, or copy it. */
export function readBriefly(table: Table, key: Buffer, options: ReadOptions): Buffer | undefined {
  const fast = table as unknown as { getBinaryFast(key: Buffer, options: ReadOptions): Buffer | undefined };
  return fast.getBinaryFast(key, options);
}

/** Values that are versioned by ledger. See VersionedTable. */
export interface VersionedTables {
  /** Key → newest version, where that has a value. */
  readonly latest: Table;
  /** Key → newest version, where that is a removal. */
  readonly removed: Table;
  /** What each ledger wrote over. See undoLog. */
  readonly undo: Table;
}

/** The store's tables: what lies where, under which keys. */
export interface Tables {
  readonly root: RootDatabase<Buffer, Buffer>;
  /** Named values. */
  readonly meta: Table;
  /** Ledger index → header, hash, count of transactions. */
  readonly headers: Table;
  /** Ledger hash → ledger index. */
  readonly ledgerHashes: Table;
  /** Ledger index, number → some of its transactions. See transactionChunks. */
  readonly transactions: Table;
  /** Transaction hash → ledger index, place. */
  readonly places: Table;
  /** Account, ledger index → places in that ledger. */
  readonly accounts: Table;
  readonly state: VersionedTables;
  readonly derived: VersionedTables;
}

/**
 * How much address space is set aside for the file, in bytes: it takes neither memory nor disk. lmdb would begin with little
 * and take twice the room whenever the file has grown to it, keeping all earlier maps with the pages that were read through
 * them. A file that grows beyond this goes on like that.
 */
const mapBytes = 64 * 2 ** 30;

/**
 * Opens the environment. lmdb's own free list is checked as a whole by every commit: small transactions keep it
 * short, and what it may load and retain is bounded for the time after a long-lived snapshot.
 */
export function openTables(path: string, { readOnly = false, sync = true }): Tables {
  const binary = { encoding: "binary", keyEncoding: "binary" } as const;
  const root = open<Buffer, Buffer>({
    path,
    ...binary,
    readOnly,
    noSync: !sync,
    maxDbs: 16,
    maxReaders: 512,
    mapSize: mapBytes,
    noMemInit: true,
    // A commit is answered when it is on disk, not before.
    overlappingSync: false,
    ...{ maxFreeSpaceToLoad: 8_000, maxFreeSpaceToRetain: 20_000 },
  });
  const table = (name: string): Table => root.openDB<Buffer, Buffer>({ name, ...binary });
  const versioned = (name: string): VersionedTables => ({
    latest: table(name),
    removed: table(`${name}-removed`),
    undo: table(`${name}-undo`),
  });
  return {
    root,
    meta: table("meta"),
    headers: table("headers"),
    ledgerHashes: table("ledger-hashes"),
    transactions: table("transactions"),
    places: table("places"),
    accounts: table("accounts"),
    state: versioned("state"),
    derived: versioned("derived"),
  };
}

/** All tables, for emptying a store whose first ledger never was complete. */
export function allTables({ root: _, state, derived, ...plain }: Tables): Table[] {
  return [...Object.values(plain), ...Object.values(state), ...Object.values(derived)];
}

/** A key made of hexadecimal text. lmdb copies keys, but not at once: each needs bytes of its own. */
export function hexKey(hex: Hex): Buffer {
  const key = Buffer.allocUnsafe(hex.length >> 1);
  writeHex(hex, key, 0);
  return key;
}

/** A ledger index. */
export function ledgerKey(ledgerIndex: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(ledgerIndex, 0);
  return key;
}

/** A ledger index and a number: a transaction's place, a chunk's number. */
export function uint32After(ledgerIndex: number, number: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt32BE(ledgerIndex, 0);
  key.writeUInt32BE(number, 4);
  return key;
}

/** An account and a ledger index: an account's rows lie together, oldest first. */
export function accountKey(account: Hex, ledgerIndex: number): Buffer {
  const key = Buffer.allocUnsafe(24);
  writeHex(account, key, 0);
  key.writeUInt32BE(ledgerIndex, 20);
  return key;
}

const keyBytes = 32;

/**
 * Pages of the state tree lie among the entries that they cover, so that a change touches few pages of the file. Their
 * keys: the path's digits in bytes, then how many digits there are; never as long as an entry's key.
 */
export function treePageKey(path: string): Buffer {
  const digits = path.length;
  const packed = (digits + 1) >> 1;
  const length = packed + 1 === keyBytes ? packed + 2 : packed + 1;
  const key = Buffer.alloc(length);
  writeHex((digits & 1) === 0 ? path : `${path}0`, key, 0);
  key[packed] = digits;
  return key;
}

/** Whether a key of `state.latest` is an entry's; otherwise it is a tree page's. */
export const isEntryKey = (key: Buffer): boolean => key.length === keyBytes;
