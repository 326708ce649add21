import { CodecError } from "../protocol/codec/codecError.ts";
import { decodeNotingOrder } from "../protocol/codec/decodeObject.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { transactionHash } from "../protocol/signingData.ts";
import type { Hash256, SerializedObject } from "../protocol/types.ts";
import type { Rules } from "../state/rules.ts";
import { checkTemplate } from "./checkTemplate.ts";
import type { Transaction } from "./transaction.ts";

/** A transaction as the ledger keeps it: decoded, its canonical bytes, and the hash of these. */
export interface SignedTransaction {
  readonly tx: Transaction;
  readonly hash: Hash256;
  readonly blob: Uint8Array;
  /** Rules under which it passed preflight, which notes it here; not looked at by anybody else. */
  wellFormedUnder?: Rules | undefined;
}

const minimumBytes = 32;
const maximumBytes = 1_048_576;

/**
 * Decodes a transaction and checks that its type is known and that it has that type's fields and no others.
 * Signatures are not looked at. Fields in another order than the canonical one are put into it, as the hash needs.
 *
 * @throws CodecError that names the field.
 */
export function parseTransaction(blob: Uint8Array): SignedTransaction {
  if (blob.length < minimumBytes || blob.length > maximumBytes) {
    throw new CodecError("Transaction length invalid");
  }
  const { object: tx, isCanonical } = decodeNotingOrder<SerializedObject>(blob);
  checkTemplate(tx);
  return signedTransaction(tx as unknown as Transaction, isCanonical ? blob : encodeObject(tx));
}

/** Puts a decoded, checked transaction together with its bytes. */
export const signedTransaction = (tx: Transaction, blob: Uint8Array): SignedTransaction => ({
  tx,
  blob,
  hash: transactionHash(blob),
  wellFormedUnder: undefined,
});
