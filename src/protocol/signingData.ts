import { encodeObject } from "./codec/encodeObject.ts";
import { prefixedSha512Half } from "./digests.ts";
import { hashPrefix } from "./hashPrefix.ts";
import { writeHex } from "./hex.ts";
import type { AccountID, Hash256 } from "./types.ts";

/** A transaction's id: what it is found by. `blob` is the signed transaction in canonical form, as encodeObject makes it. */
export const transactionHash = (blob: Uint8Array): Hash256 =>
  prefixedSha512Half(hashPrefix.transactionID, blob);

function prefixed(prefix: number, fields: Uint8Array, tail = 0): Buffer {
  const data = Buffer.allocUnsafe(4 + fields.length + tail);
  data.writeUInt32BE(prefix, 0);
  data.set(fields, 4);
  return data;
}

/**
 * What the sender signs: the transaction without its signatures, SigningPubKey included.
 * @throws CodecError where the transaction does not serialize
 */
export const signingData = (transaction: object): Uint8Array =>
  prefixed(hashPrefix.transactionSigning, encodeObject(transaction, { signing: true }));

/** What one of several signers signs: as {@link signingData}, under another prefix, with that signer's account id. */
export function multiSigningData(transaction: object, signer: AccountID): Uint8Array {
  const fields = encodeObject(transaction, { signing: true });
  const data = prefixed(hashPrefix.transactionMultiSigning, fields, 20);
  if (writeHex(signer, data, 4 + fields.length) !== 20) throw new RangeError("an account id has 20 bytes");
  return data;
}
