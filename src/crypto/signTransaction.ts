import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { multiSigningData, signingData, transactionHash } from "../protocol/signingData.ts";
import type { AccountID, Hash256, Hex } from "../protocol/types.ts";
import type { KeyPair } from "./keyPair.ts";
import { sign } from "./sign.ts";

/** One signature of a multi-signed transaction, as it stands in Signers. */
export interface TransactionSigner {
  readonly Account: AccountID;
  readonly SigningPubKey: Hex;
  readonly TxnSignature: Hex;
}

/** A signed object: decoded, its canonical bytes, and the hash that names it as a transaction. */
export interface SignedBlob<T> {
  readonly tx: T & { readonly SigningPubKey: Hex; readonly TxnSignature: Hex };
  readonly blob: Uint8Array;
  readonly hash: Hash256;
}

/** Signs a decoded transaction, in place of any signature it has. `tx` is left as it is. */
export function signTransaction<T extends object>(tx: T, keyPair: KeyPair): SignedBlob<T> {
  const unsigned = { ...tx, SigningPubKey: keyPair.publicKey };
  const signed = { ...unsigned, TxnSignature: sign(signingData(unsigned), keyPair) };
  const blob = encodeObject(signed);
  return { tx: signed, blob, hash: transactionHash(blob) };
}

/**
 * One account's signature under a transaction that several sign. The transaction's SigningPubKey must be empty
 * already: it is part of what is signed.
 */
export function multiSign(tx: object, account: AccountID, keyPair: KeyPair): TransactionSigner {
  return {
    Account: account,
    SigningPubKey: keyPair.publicKey,
    TxnSignature: sign(multiSigningData(tx, account), keyPair),
  };
}
