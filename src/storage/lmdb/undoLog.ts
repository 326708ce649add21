import { bytesToHex } from "../../protocol/hex.ts";
import type { Hex } from "../../protocol/types.ts";
import { copyBytes } from "../versionRecord.ts";
import { ledgerKey, type ReadOptions, readBriefly, type Table, uint32After } from "./tables.ts";
import type { Operation } from "./writer.ts";

/**
 * What a ledger wrote over, key by key. Many records make one value, since it is the count of values that a write
 * costs: a ledger's records are dealt out to chunks by a hash of their keys. A small ledger has one chunk.
 *
 * Ledger index → how many bits of the hash tell the chunk (1 byte), then, if none do, the one chunk.
 * Ledger index, chunk → the chunk. A chunk is records: length of the key (1), of the version (4), key, version.
 */
const recordsPerChunk = 64;

/** Collects what a ledger writes over. */
export class UndoWriter {
  private readonly table: Table;
  private readonly ledgerIndex: number;
  private readonly bits: number;
  private readonly chunks: Buffer[];
  private readonly lengths: number[];

  /** @param count about how many records there will be */
  constructor(table: Table, ledgerIndex: number, count: number) {
    this.table = table;
    this.ledgerIndex = ledgerIndex;
    this.bits = Math.max(0, Math.ceil(Math.log2(count / recordsPerChunk)));
    const chunkCount = 2 ** this.bits;
    this.chunks = Array.from({ length: chunkCount }, () => Buffer.allocUnsafe(1_024));
    this.lengths = new Array(chunkCount).fill(0);
    if (this.bits === 0) this.chunks[0]![this.lengths[0]!++] = 0;
  }

  /** @param version its record before this ledger; may be a buffer that is soon overwritten */
  add(hex: Hex, key: Buffer, version: Buffer): void {
    const chunk = chunkOf(hex, this.bits);
    const start = this.lengths[chunk]!;
    const end = start + 5 + key.length + version.length;
    let bytes = this.chunks[chunk]!;
    if (end > bytes.length) {
      bytes = Buffer.concat([bytes], Math.max(end, bytes.length * 2));
      this.chunks[chunk] = bytes;
    }
    bytes[start] = key.length;
    bytes.writeUInt32BE(version.length, start + 1);
    bytes.set(key, start + 5);
    copyInto(bytes, start + 5 + key.length, version);
    this.lengths[chunk] = end;
  }

  /** The writes that keep what was collected. */
  *operations(): Iterable<Operation> {
    const { table, ledgerIndex, bits } = this;
    const filled = (chunk: number) => this.chunks[chunk]!.subarray(0, this.lengths[chunk]);
    if (bits === 0) {
      if (this.lengths[0]! > 1) yield { table, key: ledgerKey(ledgerIndex), value: filled(0) };
      return;
    }
    yield { table, key: ledgerKey(ledgerIndex), value: Buffer.from([bits]) };
    for (let chunk = 0; chunk < this.chunks.length; chunk++) {
      if (this.lengths[chunk] === 0) continue;
      yield { table, key: uint32After(ledgerIndex, chunk), value: filled(chunk) };
    }
  }
}

/** Reads what ledgers wrote over. */
export class UndoReader {
  private readonly table: Table;
  private readonly options: ReadOptions;
  /** Of large ledgers: how many bits tell the chunk. */
  private readonly bitsOf = new Map<number, number>();

  constructor(table: Table, options: ReadOptions) {
    this.table = table;
    this.options = options;
  }

  /** The version that a ledger wrote over, in a buffer that the next read overwrites; undefined if it did not. */
  find(ledgerIndex: number, hex: Hex, key: Buffer): Buffer | undefined {
    let bits = this.bitsOf.get(ledgerIndex);
    if (bits === undefined) {
      const first = readBriefly(this.table, ledgerKey(ledgerIndex), this.options);
      if (first === undefined) return undefined;
      bits = first[0]!;
      if (bits === 0) return findInChunk(first, 1, key);
      if (this.bitsOf.size === 1_024) this.bitsOf.clear();
      this.bitsOf.set(ledgerIndex, bits);
    }
    const chunk = readBriefly(this.table, uint32After(ledgerIndex, chunkOf(hex, bits)), this.options);
    return chunk === undefined ? undefined : findInChunk(chunk, 0, key);
  }

  /** Everything that a ledger wrote over, in the order of its chunks. */
  *records(ledgerIndex: number): Iterable<{ hex: Hex; key: Buffer; version: Buffer }> {
    const range = { start: ledgerKey(ledgerIndex), end: ledgerKey(ledgerIndex + 1), ...this.options };
    for (const chunkKey of [...this.table.getKeys(range)]) {
      const brief = readBriefly(this.table, chunkKey, this.options)!;
      const chunk = copyBytes(brief, 0);
      const isFirst = chunkKey.length === 4;
      if (isFirst && chunk[0] !== 0) continue;
      for (let at = isFirst ? 1 : 0; at < chunk.length; ) {
        const versionAt = at + 5 + chunk[at]!;
        const end = versionAt + chunk.readUInt32BE(at + 1);
        const key = chunk.subarray(at + 5, versionAt);
        yield { hex: bytesToHex(key), key, version: chunk.subarray(versionAt, end) };
        at = end;
      }
    }
  }

  /** Removes a ledger's records. */
  *removal(ledgerIndex: number): Iterable<Operation> {
    const { table } = this;
    const range = { start: ledgerKey(ledgerIndex), end: ledgerKey(ledgerIndex + 1), ...this.options };
    for (const key of [...table.getKeys(range)]) yield { table, key, value: undefined };
  }
}

function findInChunk(chunk: Buffer, start: number, key: Buffer): Buffer | undefined {
  const end = chunk.length;
  for (let at = start; at < end; ) {
    const keyLength = chunk[at]!;
    const versionAt = at + 5 + keyLength;
    const next = versionAt + chunk.readUInt32BE(at + 1);
    if (keyLength === key.length && startsWith(chunk, at + 5, key)) return chunk.subarray(versionAt, next);
    at = next;
  }
  return undefined;
}

function startsWith(bytes: Buffer, at: number, key: Buffer): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false;
  return true;
}

/** Any even hash will do: some kinds of key share long prefixes, so that the key itself would not. This is FNV-1a. */
function chunkOf(hex: Hex, bits: number): number {
  if (bits === 0) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < hex.length; i++) hash = Math.imul(hash ^ hex.charCodeAt(i), 0x01000193);
  return hash >>> (32 - bits);
}

/** Fewer bytes are copied faster one by one than through a view. */
const shortCopy = 256;

/** `source` is longer than it says: see copyBytes. */
function copyInto(target: Buffer, at: number, source: Buffer): void {
  if (source.length > shortCopy) target.set(source.subarray(0, source.length), at);
  else for (let i = 0; i < source.length; i++) target[at + i] = source[i]!;
}
