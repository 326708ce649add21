import { accountIDFromPublicKey, publicKeyAlgorithm } from "../../crypto/keyPair.ts";
import type { NotTec } from "../../protocol/engineResults.ts";
import { hasFlag, lsfDisableMaster } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { ReadView } from "../../state/view.ts";
import type { Signer, Transaction } from "../transaction.ts";

/**
 * Whether the signers of a multi-signed transaction are on the account's list and reach its quorum. Every one of
 * them must be: one stranger spoils it. The signatures themselves are checked elsewhere.
 */
export function checkSigners(tx: Transaction, view: ReadView): NotTec {
  const list = view.read(keylet.signerList(tx.Account));
  if (list === undefined) return "tefNOT_MULTI_SIGNING";
  const weights = new Map(
    list.SignerEntries.map(({ SignerEntry }) => [SignerEntry.Account, SignerEntry.SignerWeight]),
  );
  let weight = 0;
  for (const { Signer } of tx.Signers ?? []) {
    const own = weights.get(Signer.Account);
    if (own === undefined) return "tefBAD_SIGNATURE";
    const right = checkSigner(Signer, view);
    if (right !== "tesSUCCESS") return right;
    weight += own;
  }
  return weight < list.SignerQuorum ? "tefBAD_QUORUM" : "tesSUCCESS";
}

/**
 * A signer signs with the master key of its account (which need not exist: a phantom account), unless that key
 * is disabled, or with the account's regular key.
 */
function checkSigner(signer: Signer, view: ReadView): NotTec {
  if (publicKeyAlgorithm(signer.SigningPubKey) === undefined) return "tefBAD_SIGNATURE";
  const keyOwner = accountIDFromPublicKey(signer.SigningPubKey);
  const account = view.read(keylet.account(signer.Account));
  if (keyOwner === signer.Account) {
    return hasFlag(account?.Flags, lsfDisableMaster) ? "tefMASTER_DISABLED" : "tesSUCCESS";
  }
  return account?.RegularKey === keyOwner ? "tesSUCCESS" : "tefBAD_SIGNATURE";
}
