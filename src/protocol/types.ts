import type { IssuedAmount } from "./amounts/issuedAmount.ts";

/**
 * How decoded values look everywhere above the codec.
 *
 * Byte strings are uppercase hexadecimal text: it compares with `===`, orders like the bytes do, serves as a
 * Map key and is what JSON shows. Base58 exists only at the edges (JSON, command line).
 */

/** Any byte string: public keys, signatures, domains, memos. Uppercase hex, two characters a byte. */
export type Hex = string;
/** 16 bytes (EmailHash): 32 hex characters. */
export type Hash128 = Hex;
/** 20 bytes: 40 hex characters. */
export type Hash160 = Hex;
/** 32 bytes: 64 hex characters. A ledger, transaction or entry key. */
export type Hash256 = Hex;
/** 20 bytes: 40 hex characters. */
export type AccountID = Hash160;
/** 20 bytes: 40 hex characters; forty zeros is the native currency. */
export type Currency = Hash160;

/** A native amount, in drops. Signed: metadata and negative inputs need it. */
export type Drops = bigint;

/** A kind of money: a currency and who issues it. The native one has zeros for both. */
export interface Issue {
  readonly currency: Currency;
  readonly issuer: AccountID;
}

/** Native drops or an issued amount. `typeof amount === "bigint"` tells them apart. */
export type Amount = Drops | IssuedAmount;

/** One step of a path: any of the three may be there (at least one is). */
export interface PathStep {
  readonly account?: AccountID | undefined;
  readonly currency?: Currency | undefined;
  readonly issuer?: AccountID | undefined;
}
export type Path = readonly PathStep[];
export type PathSet = readonly Path[];

/**
 * A decoded object: field name to value. A field that is absent is `undefined` or missing; the codec treats
 * both alike. Array elements keep their wrapper: `Memos: [{ Memo: {...} }]`.
 */
export interface SerializedObject {
  [field: string]: FieldValue | undefined;
}
export type FieldValue =
  | number // UInt8, UInt16, UInt32
  | bigint // UInt64, native Amount
  | string // hashes, blobs, account ids; names of transaction types, entry types and results
  | IssuedAmount
  | PathSet
  | readonly Hash256[]
  | readonly SerializedObject[]
  | SerializedObject;
