import { checkTransactionSignatures, type SignatureFields } from "../../crypto/checkSignatures.ts";
import type { Signer } from "../../engine/transaction.ts";
import { encodeAddress } from "../../protocol/base58.ts";
import type { AccountID } from "../../protocol/types.ts";
import { hasMember, isJsonObject, type JsonObject, member } from "../json.ts";
import { textOf } from "../looseJson.ts";
import { missingField, RpcError } from "../rpcErrors.ts";

/** The fields that a transaction must come with where several sign: nothing is filled in for it. */
export function checkMultiSigningFields(request: JsonObject): void {
  if (!hasMember(request, "tx_json")) throw missingField("tx_json");
  const tx = member(request, "tx_json");
  if (!isJsonObject(tx)) return; // the next check says so
  if (!hasMember(tx, "Sequence")) throw missingField("tx_json.Sequence");
  if (!hasMember(tx, "SigningPubKey")) throw missingField("tx_json.SigningPubKey");
  if (textOf(tx.SigningPubKey) !== "") {
    throw new RpcError("invalidParams", "When multi-signing 'tx_json.SigningPubKey' must be empty.");
  }
}

/** Signers in the order that the protocol wants. @throws RpcError for none, for doubles, for the sender itself */
export function sortedSigners(
  signers: readonly { readonly Signer: Signer }[],
  sender: AccountID,
): { readonly Signer: Signer }[] {
  if (signers.length === 0) throw new RpcError("invalidParams", "Signers array may not be empty.");
  const sorted = [...signers].sort((a, b) => (a.Signer.Account < b.Signer.Account ? -1 : 1));
  const double = sorted.find(({ Signer }, i) => Signer.Account === sorted[i + 1]?.Signer.Account);
  if (double !== undefined) {
    const address = encodeAddress(double.Signer.Account);
    throw new RpcError(
      "invalidParams",
      `Duplicate Signers:Signer:Account entries (${address}) are not allowed.`,
    );
  }
  if (sorted.some(({ Signer }) => Signer.Account === sender)) {
    const address = encodeAddress(sender);
    throw new RpcError("invalidParams", `A Signer may not be the transaction's Account (${address}).`);
  }
  return sorted;
}

/** @throws RpcError internal: signatures that others made do not hold */
export function checkSignaturesHold(tx: SignatureFields): void {
  if (checkTransactionSignatures(tx) !== undefined) throw new RpcError("internal", "Invalid signature.");
}
