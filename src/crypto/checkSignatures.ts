import { encodeAddress } from "../protocol/base58.ts";
import { multiSigningData, signingData } from "../protocol/signingData.ts";
import type { AccountID, Hex } from "../protocol/types.ts";
import type { TransactionSigner } from "./signTransaction.ts";
import { verify } from "./verify.ts";

/** The fields of a decoded transaction that say who signed it. */
export interface SignatureFields {
  readonly Account: AccountID;
  readonly SigningPubKey?: Hex | undefined;
  readonly TxnSignature?: Hex | undefined;
  readonly Signers?: readonly { readonly Signer: TransactionSigner }[] | undefined;
}

/** The reference's words for a single signature that does not hold. */
export const invalidSignature = "Invalid signature.";

/** How many may sign one transaction. Source: STTx.h. */
export const maxMultiSigners = 8;

/**
 * Checks a transaction's signature, or all of them where several signed. Whether those keys may sign for those
 * accounts is the engine's question: here only that they did.
 *
 * Signatures must be fully canonical, as amendment RequireFullyCanonicalSig has it.
 * @returns undefined where all is well, or the reference's reason.
 */
export function checkTransactionSignatures(tx: SignatureFields): string | undefined {
  // An empty key says that several sign.
  return tx.SigningPubKey ? checkSingleSignature(tx, tx.SigningPubKey) : checkMultiSignatures(tx);
}

function checkSingleSignature(tx: SignatureFields, publicKey: Hex): string | undefined {
  if (tx.Signers !== undefined) return "Cannot both single- and multi-sign.";
  const isValid = verify(signingData(tx), tx.TxnSignature ?? "", publicKey, true);
  return isValid ? undefined : invalidSignature;
}

function checkMultiSignatures(tx: SignatureFields): string | undefined {
  if (tx.Signers === undefined) return "Empty SigningPubKey.";
  if (tx.TxnSignature !== undefined) return "Cannot both single- and multi-sign.";
  if (tx.Signers.length < 1 || tx.Signers.length > maxMultiSigners) return "Invalid Signers array size.";

  let previous: AccountID = "0".repeat(40);
  for (const { Signer: signer } of tx.Signers) {
    if (signer.Account === tx.Account) return "Invalid multisigner.";
    if (signer.Account === previous) return "Duplicate Signers not allowed.";
    if (signer.Account < previous) return "Unsorted Signers array.";
    previous = signer.Account;
    const message = multiSigningData(tx, signer.Account);
    if (!verify(message, signer.TxnSignature, signer.SigningPubKey, true)) {
      return `Invalid signature on account ${encodeAddress(signer.Account)}.`;
    }
  }
  return undefined;
}
