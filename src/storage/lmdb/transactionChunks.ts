import { bytesToHex, writeHex } from "../../protocol/hex.ts";
import type { AccountID, Hash256 } from "../../protocol/types.ts";
import type { LedgerCommit, StoredTransaction } from "../../state/ledgerStore.ts";
import { copyBytes } from "../versionRecord.ts";
import { ledgerKey, type ReadOptions, readBriefly, type Table, uint32After } from "./tables.ts";
import type { Operation } from "./writer.ts";

/**
 * A ledger's transactions, a few to a value: it is the count of values that a write costs.
 *
 * A chunk is transactions: their length (4 bytes), hash, how many accounts (2), accounts, length of the blob (4),
 * blob, metadata.
 */
const perChunk = 16;

const hashBytes = 32;
const accountBytes = 20;
const accountsAt = 4 + hashBytes + 2;

type Transactions = LedgerCommit["transactions"];

/** The writes that keep a ledger's transactions. */
export function* transactionOperations(
  table: Table,
  ledgerIndex: number,
  transactions: Transactions,
): Iterable<Operation> {
  for (let start = 0; start < transactions.length; start += perChunk) {
    const value = encodeChunk(transactions.slice(start, start + perChunk));
    yield { table, key: uint32After(ledgerIndex, start / perChunk), value };
  }
}

function encodeChunk(transactions: Transactions): Buffer {
  const lengths = transactions.map(({ blob, metadata, accounts }) => {
    return accountsAt + accounts.length * accountBytes + 4 + blob.length + metadata.length;
  });
  const chunk = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let start = 0;
  for (const [i, { hash, blob, metadata, accounts }] of transactions.entries()) {
    chunk.writeUInt32BE(lengths[i]!, start);
    writeHex(hash, chunk, start + 4);
    chunk.writeUInt16BE(accounts.length, start + accountsAt - 2);
    let at = start + accountsAt;
    for (const account of accounts) {
      writeHex(account, chunk, at);
      at += accountBytes;
    }
    at = chunk.writeUInt32BE(blob.length, at);
    chunk.set(blob, at);
    chunk.set(metadata, at + blob.length);
    start += lengths[i]!;
  }
  return chunk;
}

/** The transaction at this place of a ledger; undefined where there is none. */
export function readTransaction(
  table: Table,
  options: ReadOptions,
  ledgerIndex: number,
  transactionIndex: number,
): StoredTransaction | undefined {
  const number = Math.floor(transactionIndex / perChunk);
  const chunk = readBriefly(table, uint32After(ledgerIndex, number), options);
  if (chunk === undefined) return undefined;
  let start = 0;
  for (let i = number * perChunk; i < transactionIndex && start < chunk.length; i++) {
    start += chunk.readUInt32BE(start);
  }
  if (start >= chunk.length) return undefined;
  const copy = copyBytes(chunk, start, start + chunk.readUInt32BE(start));
  return new ChunkTransaction(copy, 0, ledgerIndex, transactionIndex);
}

/** A ledger's transactions from a place on, in their order. */
export function* readTransactions(
  table: Table,
  options: ReadOptions,
  ledgerIndex: number,
  startAt: number,
): Iterable<StoredTransaction> {
  for (const { chunk, start, transactionIndex } of walk(table, options, ledgerIndex, startAt)) {
    yield new ChunkTransaction(chunk, start, ledgerIndex, transactionIndex);
  }
}

/** What points at each of a ledger's transactions: its hash, and the accounts it affected. */
export function* readReferences(
  table: Table,
  ledgerIndex: number,
): Iterable<{ hash: Hash256; accounts: AccountID[] }> {
  for (const { chunk, start } of walk(table, {}, ledgerIndex, 0)) {
    yield { hash: hashOf(chunk, start), accounts: accountsOf(chunk, start) };
  }
}

/** Removes a ledger's transactions. */
export function* transactionRemoval(table: Table, ledgerIndex: number): Iterable<Operation> {
  const range = { start: ledgerKey(ledgerIndex), end: ledgerKey(ledgerIndex + 1) };
  for (const key of [...table.getKeys(range)]) yield { table, key, value: undefined };
}

function* walk(
  table: Table,
  options: ReadOptions,
  ledgerIndex: number,
  startAt: number,
): Iterable<{ chunk: Buffer; start: number; transactionIndex: number }> {
  for (let number = Math.floor(startAt / perChunk); ; number++) {
    const brief = readBriefly(table, uint32After(ledgerIndex, number), options);
    if (brief === undefined) return;
    const chunk = copyBytes(brief, 0);
    let transactionIndex = number * perChunk;
    for (let start = 0; start < chunk.length; start += chunk.readUInt32BE(start)) {
      if (transactionIndex >= startAt) yield { chunk, start, transactionIndex };
      transactionIndex++;
    }
  }
}

const hashOf = (chunk: Buffer, start: number): Hash256 => bytesToHex(chunk, start + 4, start + 4 + hashBytes);

/**
 * A transaction whose bytes stay parts of the chunk, and are looked for when they are wanted: who sorts a ledger's
 * transactions holds thousands of them.
 */
class ChunkTransaction implements StoredTransaction {
  readonly ledgerIndex: number;
  readonly transactionIndex: number;
  readonly hash: Hash256;
  private readonly chunk: Buffer;
  private readonly start: number;
  private blobPart: Uint8Array | undefined;
  private metadataPart: Uint8Array | undefined;

  constructor(chunk: Buffer, start: number, ledgerIndex: number, transactionIndex: number) {
    this.ledgerIndex = ledgerIndex;
    this.transactionIndex = transactionIndex;
    this.hash = hashOf(chunk, start);
    this.chunk = chunk;
    this.start = start;
  }

  get blob(): Uint8Array {
    const start = this.blobStart();
    this.blobPart ??= partOf(this.chunk, start, start + this.chunk.readUInt32BE(start - 4));
    return this.blobPart;
  }

  get metadata(): Uint8Array {
    const start = this.blobStart();
    const end = this.start + this.chunk.readUInt32BE(this.start);
    this.metadataPart ??= partOf(this.chunk, start + this.chunk.readUInt32BE(start - 4), end);
    return this.metadataPart;
  }

  private blobStart(): number {
    const { chunk, start } = this;
    return start + accountsAt + chunk.readUInt16BE(start + accountsAt - 2) * accountBytes + 4;
  }
}

const partOf = ({ buffer, byteOffset }: Buffer, start: number, end: number): Uint8Array =>
  new Uint8Array(buffer, byteOffset + start, end - start);

function accountsOf(chunk: Buffer, start: number): AccountID[] {
  const accounts: AccountID[] = [];
  const end = start + accountsAt + chunk.readUInt16BE(start + accountsAt - 2) * accountBytes;
  for (let at = start + accountsAt; at < end; at += accountBytes) {
    accounts.push(bytesToHex(chunk, at, at + accountBytes));
  }
  return accounts;
}
