import { bytesToHex, writeHex } from "../../protocol/hex.ts";
import type { AccountID, Hash256 } from "../../protocol/types.ts";
import type { LedgerHeader } from "../../state/ledgerHeader.ts";
import { decodeLedgerHeader, encodeLedgerHeader, ledgerHeaderBytes } from "../../state/ledgerHeader.ts";
import type { LedgerCommit } from "../../state/ledgerStore.ts";
import { copyBytes } from "../versionRecord.ts";

const hashBytes = 32;
const accountBytes = 20;

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
};

/** A header, then how many transactions the ledger has. */
export function encodeHeaderRecord(header: LedgerHeader, transactionCount: number): Buffer {
  return Buffer.concat([encodeLedgerHeader(header), uint32(transactionCount)]);
}

export const headerOfRecord = (record: Buffer): LedgerHeader =>
  decodeLedgerHeader(copyBytes(record, 0, ledgerHeaderBytes));

export const transactionCountOfRecord = (record: Buffer): number => record.readUInt32BE(ledgerHeaderBytes);

/** Hash; how many accounts (2 bytes) and which; the blob's length (4) and the blob; the metadata. */
export function encodeTransaction(transaction: LedgerCommit["transactions"][number]): Buffer {
  const { hash, blob, metadata, accounts } = transaction;
  const blobAt = hashBytes + 2 + accounts.length * accountBytes + 4;
  const record = Buffer.allocUnsafe(blobAt + blob.length + metadata.length);
  writeHex(hash, record, 0);
  record.writeUInt16BE(accounts.length, hashBytes);
  for (const [i, account] of accounts.entries()) writeHex(account, record, hashBytes + 2 + i * accountBytes);
  record.writeUInt32BE(blob.length, blobAt - 4);
  record.set(blob, blobAt);
  record.set(metadata, blobAt + blob.length);
  return record;
}

export function decodeTransaction(record: Buffer): { hash: Hash256; blob: Uint8Array; metadata: Uint8Array } {
  const blobAt = hashBytes + 2 + record.readUInt16BE(hashBytes) * accountBytes + 4;
  const metadataAt = blobAt + record.readUInt32BE(blobAt - 4);
  return {
    hash: bytesToHex(record, 0, hashBytes),
    blob: copyBytes(record, blobAt, metadataAt),
    metadata: copyBytes(record, metadataAt),
  };
}

export function accountsOfTransaction(record: Buffer): AccountID[] {
  const accounts: AccountID[] = [];
  for (let i = 0, at = hashBytes + 2; i < record.readUInt16BE(hashBytes); i++, at += accountBytes) {
    accounts.push(bytesToHex(record, at, at + accountBytes));
  }
  return accounts;
}

/** Places in one ledger, four bytes each. */
export function encodePlaces(places: readonly number[]): Buffer {
  const record = Buffer.allocUnsafe(places.length * 4);
  for (const [i, place] of places.entries()) record.writeUInt32BE(place, i * 4);
  return record;
}

export function decodePlaces(record: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0; at < record.length; at += 4) places.push(record.readUInt32BE(at));
  return places;
}
