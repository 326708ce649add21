import { signedTransaction } from "../engine/signedTransaction.ts";
import type { Signer, Transaction } from "../engine/transaction.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { keylet } from "../protocol/keylets.ts";
import { defineCommand } from "./command.ts";
import { member } from "./json.ts";
import { missingField, RpcError } from "./rpcErrors.ts";
import { checkTxJson, completeFee, completePayment } from "./signing/checkTxJson.ts";
import { decodeTransaction } from "./signing/prepareTransaction.ts";
import { engineResultJson, signedJson } from "./signing/signedJson.ts";
import { checkMultiSigningFields, checkSignaturesHold, sortedSigners } from "./signing/signers.ts";
import { signingRequest } from "./signing/signingRequest.ts";
import { submitSigned } from "./submit.ts";

/** Hands in a transaction that several have signed. */
export const submitMultisigned = defineCommand({
  name: "submit_multisigned",
  summary: "Submits a multi-signed transaction.",
  request: { transaction: signingRequest },

  async handle({ transaction: { request, failHard } }, context) {
    checkMultiSigningFields(request);
    const { tx: txJson, source } = checkTxJson(member(request, "tx_json"));
    if (!context.node.ledgers.current().has(keylet.account(source))) throw new RpcError("srcActNotFound");
    completeFee(txJson, request, false, context);
    completePayment(txJson, request, source, false, context);
    const tx = decodeTransaction(txJson, undefined, context);
    checkMultiSigned(tx);

    const signed = { ...tx, Signers: sortedSigners(tx.Signers!, source) };
    checkSignaturesHold(signed);
    const transaction = signedTransaction(signed, encodeObject(signed));
    const { result } = await submitSigned(transaction, failHard, context);
    return { ...signedJson(transaction, context), ...engineResultJson(result, context) };
  },
});

function checkMultiSigned({ SigningPubKey, TxnSignature, Fee, Signers }: Transaction): void {
  const refuse = (message: string): never => {
    throw new RpcError("invalidParams", message);
  };
  if (SigningPubKey !== "") refuse("Invalid  SigningPubKey field.  Field must be empty when multi-signing.");
  if (TxnSignature !== undefined) throw new RpcError("signingMalformed");
  if (typeof Fee !== "bigint") refuse("Invalid Fee field.  Fees must be specified in XRP.");
  if (Fee <= 0n) refuse("Invalid Fee field.  Fees must be greater than zero.");
  if (Signers === undefined) throw missingField("tx_json.Signers");
  if (Signers.length === 0) refuse("tx_json.Signers array may not be empty.");
  if (!Signers.every(isWholeSigner)) refuse("Signers array may only contain Signer entries.");
}

const isWholeSigner = ({ Signer: signer }: { readonly Signer: Signer }): boolean =>
  signer !== undefined &&
  Object.keys(signer).length === 3 &&
  [signer.Account, signer.SigningPubKey, signer.TxnSignature].every((field) => field !== undefined);
