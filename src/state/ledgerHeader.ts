import { prefixedSha512Half } from "../protocol/digests.ts";
import { hashPrefix } from "../protocol/hashPrefix.ts";
import type { Drops, Hash256 } from "../protocol/types.ts";

/** What a ledger says about itself. Its hash covers every field but the hash. Times: seconds since 2000-01-01 UTC. */
export interface LedgerHeader {
  readonly ledgerIndex: number;
  readonly ledgerHash: Hash256;
  readonly parentHash: Hash256;
  /** Root of the state tree. */
  readonly accountHash: Hash256;
  /** Root of the transaction tree. */
  readonly transactionHash: Hash256;
  /** Native drops in existence. */
  readonly totalDrops: Drops;
  readonly closeTime: number;
  readonly parentCloseTime: number;
  /** Seconds that the close time was rounded to. */
  readonly closeTimeResolution: number;
  /** Bit 0: the servers did not agree on the close time. */
  readonly closeFlags: number;
}

/** Length of an encoded header. */
export const ledgerHeaderBytes = 118;

/** The header as it is hashed and sent, without its own hash. */
export function encodeLedgerHeader(header: Omit<LedgerHeader, "ledgerHash">): Uint8Array {
  const bytes = Buffer.allocUnsafe(ledgerHeaderBytes);
  bytes.writeUInt32BE(header.ledgerIndex, 0);
  bytes.writeBigUInt64BE(header.totalDrops, 4);
  bytes.write(header.parentHash, 12, "hex");
  bytes.write(header.transactionHash, 44, "hex");
  bytes.write(header.accountHash, 76, "hex");
  bytes.writeUInt32BE(header.parentCloseTime, 108);
  bytes.writeUInt32BE(header.closeTime, 112);
  bytes[116] = header.closeTimeResolution;
  bytes[117] = header.closeFlags;
  return bytes;
}

/** SHA-512Half over the prefix and the encoded header. */
export function ledgerHash(header: Omit<LedgerHeader, "ledgerHash">): Hash256 {
  return prefixedSha512Half(hashPrefix.ledgerHeader, encodeLedgerHeader(header));
}

/** The header together with its hash. */
export const withLedgerHash = (header: Omit<LedgerHeader, "ledgerHash">): LedgerHeader =>
  Object.assign({}, header, { ledgerHash: ledgerHash(header) });

/** Reads what encodeLedgerHeader wrote; the hash is computed. Throws RangeError unless there are 118 bytes. */
export function decodeLedgerHeader(encoded: Uint8Array): LedgerHeader {
  if (encoded.length !== ledgerHeaderBytes) {
    throw new RangeError(`a ledger header has ${ledgerHeaderBytes} bytes, not ${encoded.length}`);
  }
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length);
  const hex = (from: number) => bytes.toString("hex", from, from + 32).toUpperCase();
  return withLedgerHash({
    ledgerIndex: bytes.readUInt32BE(0),
    totalDrops: bytes.readBigUInt64BE(4),
    parentHash: hex(12),
    transactionHash: hex(44),
    accountHash: hex(76),
    parentCloseTime: bytes.readUInt32BE(108),
    closeTime: bytes.readUInt32BE(112),
    closeTimeResolution: bytes[116]!,
    closeFlags: bytes[117]!,
  });
}
