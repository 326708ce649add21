import { type Field, type FieldTypeName, findFieldByCode } from "./fieldTable.ts";
import { hashPrefix } from "./hashPrefix.ts";

/** What one key has signed, cut out of a transaction's bytes. */
export interface SingleSignature {
  /** As signingData makes it of the decoded transaction. */
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Where the value of a field lies. */
interface Place {
  /** Of the field's first byte, the header's. */
  readonly from: number;
  readonly value: number;
  readonly end: number;
}

/**
 * Finds message, signature and key of a transaction that one key has signed, without decoding it: fields have their
 * order, so what is signed is the bytes without the signature's. `blob` is a transaction in canonical form.
 *
 * @returns undefined where it takes a decoder to tell: the transaction has objects or lists in it (several signers are
 *   one), lacks the signature or the key, or is not canonical
 */
export function readSingleSignature(blob: Uint8Array): SingleSignature | undefined {
  let signature: Place | undefined;
  let publicKey: Place | undefined;
  let last = -1;
  for (let at = 0; at < blob.length; ) {
    const from = at;
    let typeCode = blob[at]! >> 4;
    let fieldCode = blob[at++]! & 15;
    if (typeCode === 0) typeCode = blob[at++] ?? 0;
    if (fieldCode === 0) fieldCode = blob[at++] ?? 0;
    const field = findFieldByCode(typeCode, fieldCode);
    if (field === undefined || field.ordinal <= last) return undefined;
    last = field.ordinal;
    const place = placeOfValue(field, blob, from, at);
    if (place === undefined || place.end > blob.length) return undefined;
    at = place.end;
    if (field.name === "TxnSignature") signature = place;
    else if (field.name === "SigningPubKey") publicKey = place;
    else if (!field.isSigningField) return undefined;
  }
  if (signature === undefined || publicKey === undefined || publicKey.value === publicKey.end)
    return undefined;
  const message = Buffer.allocUnsafe(4 + blob.length - (signature.end - signature.from));
  message.writeUInt32BE(hashPrefix.transactionSigning, 0);
  message.set(blob.subarray(0, signature.from), 4);
  message.set(blob.subarray(signature.end), 4 + signature.from);
  return {
    message,
    signature: blob.subarray(signature.value, signature.end),
    publicKey: blob.subarray(publicKey.value, publicKey.end),
  };
}

/** Bytes of values that have always as many. */
const fixedLengths: Partial<Record<FieldTypeName, number>> = {
  UInt8: 1,
  UInt16: 2,
  UInt32: 4,
  UInt64: 8,
  Hash128: 16,
  Hash160: 20,
  Hash192: 24,
  Hash256: 32,
};

/** Undefined for a value whose end only a decoder finds. */
function placeOfValue({ typeName }: Field, blob: Uint8Array, from: number, at: number): Place | undefined {
  switch (typeName) {
    case "Amount":
      // Whether it is an issued one, which names its currency and issuer, is the first bit.
      return { from, value: at, end: at + ((blob[at] ?? 0) >= 0x80 ? 48 : 8) };
    case "Blob":
    case "AccountID":
    case "Vector256":
      return placeAfterLength(blob, from, at);
    default: {
      const length = fixedLengths[typeName];
      return length === undefined ? undefined : { from, value: at, end: at + length };
    }
  }
}

/** Source: the variable lengths of the reference's Serializer.cpp. */
function placeAfterLength(blob: Uint8Array, from: number, at: number): Place | undefined {
  const first = blob[at] ?? 0;
  if (first <= 192) return { from, value: at + 1, end: at + 1 + first };
  if (first > 240) return undefined; // longer than any field of a single-signed transaction usually is
  const value = at + 2;
  return { from, value, end: value + 193 + ((first - 193) << 8) + (blob[at + 1] ?? 0) };
}
