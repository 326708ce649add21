import type { LedgerHeader } from "../../state/ledgerHeader.ts";
import { decodeLedgerHeader, encodeLedgerHeader, ledgerHeaderBytes } from "../../state/ledgerHeader.ts";
import { copyBytes } from "../versionRecord.ts";

/** Four bytes, most significant first: numbers order as keys do. */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
};

/** A header, then how many transactions the ledger has. */
export function encodeHeaderRecord(header: LedgerHeader, transactionCount: number): Buffer {
  return Buffer.concat([encodeLedgerHeader(header), uint32(transactionCount)]);
}

/** A header's record, decoded. */
export const headerOfRecord = (record: Buffer): LedgerHeader =>
  decodeLedgerHeader(copyBytes(record, 0, ledgerHeaderBytes));

/** How many transactions its ledger has. */
export const transactionCountOfRecord = (record: Buffer): number => record.readUInt32BE(ledgerHeaderBytes);

/** Places in one ledger, four bytes each. */
export function encodePlaces(places: readonly number[]): Buffer {
  const record = Buffer.allocUnsafe(places.length * 4);
  for (const [i, place] of places.entries()) record.writeUInt32BE(place, i * 4);
  return record;
}

/** Reads what {@link encodePlaces} wrote. */
export function decodePlaces(record: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0; at < record.length; at += 4) places.push(record.readUInt32BE(at));
  return places;
}
