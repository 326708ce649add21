import { multiSign } from "../crypto/signTransaction.ts";
import { signedTransaction } from "../engine/signedTransaction.ts";
import { decodeAddress } from "../protocol/base58.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { keylet } from "../protocol/keylets.ts";
import { defineCommand, optional } from "./command.ts";
import { hasMember, isJsonObject, type JsonObject, member } from "./json.ts";
import { anything } from "./kinds.ts";
import { textOf } from "./looseJson.ts";
import { missingField, RpcError } from "./rpcErrors.ts";
import { secretParameters, withKeyPair } from "./secrets.ts";
import { checkSigningAllowed, signingNotice, withNotice } from "./signing/deprecatedSigning.ts";
import { checkMaySign, prepareTransaction } from "./signing/prepareTransaction.ts";
import { signedJson } from "./signing/signedJson.ts";
import { checkMultiSigningFields, checkSignaturesHold, sortedSigners } from "./signing/signers.ts";
import { signingRequest } from "./signing/signingRequest.ts";

/** Adds one account's signature to a transaction that several sign. */
export const signFor = defineCommand({
  name: "sign_for",
  summary: "Adds one signature to a multi-signed transaction.",
  request: {
    account: optional(anything),
    secrets: secretParameters,
    transaction: signingRequest,
  },

  handle({ account: signerName, secrets, transaction }, context) {
    checkSigningAllowed(context);
    return withNotice(signingNotice, () => {
      if (signerName === undefined) throw missingField("account");
      const signer = decodeAddress(textOf(signerName));
      if (signer === undefined) throw new RpcError("srcActMalformed", "Invalid field 'account'.");
      const request = withSigningKeyField(transaction.request);
      checkMultiSigningFields(request);
      return withKeyPair(secrets, context, (keyPair) => {
        const intended = { publicKey: keyPair.publicKey, isOneOfSeveral: true };
        const tx = prepareTransaction({ ...transaction, request }, intended, context);
        checkMaySign(context.node.ledgers.current().read(keylet.account(signer)), signer, keyPair.publicKey);

        const own = { Signer: multiSign(tx, signer, keyPair) };
        const signed = { ...tx, Signers: sortedSigners([...(tx.Signers ?? []), own], tx.Account) };
        checkSignaturesHold(signed);
        return signedJson(signedTransaction(signed, encodeObject(signed)), context);
      });
    });
  },
});

/** The request with an empty SigningPubKey in its transaction, where there is none. */
function withSigningKeyField(request: JsonObject): JsonObject {
  if (!hasMember(request, "tx_json")) throw missingField("tx_json");
  const tx = member(request, "tx_json");
  if (!isJsonObject(tx)) throw new RpcError("invalidParams", "Invalid field 'tx_json', not object.");
  return hasMember(tx, "SigningPubKey") ? request : { ...request, tx_json: { ...tx, SigningPubKey: "" } };
}
