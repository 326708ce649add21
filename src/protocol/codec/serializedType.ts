import { type EngineResult, engineResultByCode } from "../engineResults.ts";
import { ledgerEntryTypes, transactionTypes } from "../fieldTable.ts";
import { CodecError } from "./codecError.ts";

// What canonical bytes are, told without decoding them: fields stand in the order of their types, so the type of a
// transaction or an entry (UInt16) comes first, and a transaction's result (UInt8) last.

const uint16Type = 1;
const typeHeader = { transaction: (uint16Type << 4) | 2, entry: (uint16Type << 4) | 1 };

/** A transaction's type. @throws CodecError where the bytes do not begin like one */
export const serializedTransactionType = (blob: Uint8Array): string =>
  known(blob[0] === typeHeader.transaction ? transactionTypes.nameOf((blob[1]! << 8) | blob[2]!) : undefined);

/** A ledger entry's type. @throws CodecError where the bytes do not begin like one */
export const serializedEntryType = (bytes: Uint8Array): string =>
  known(bytes[0] === typeHeader.entry ? ledgerEntryTypes.nameOf((bytes[1]! << 8) | bytes[2]!) : undefined);

/** The result in a transaction's metadata. @throws CodecError where the bytes do not end like it */
export const serializedResult = (metadata: Uint8Array): EngineResult =>
  known(engineResultByCode(metadata[metadata.length - 1] ?? -1));

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new CodecError("not the canonical bytes of what they should be");
  return value;
}
