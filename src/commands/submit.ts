import type { RequestSecrets } from "../crypto/requestSecrets.ts";
import { signTransaction } from "../crypto/signTransaction.ts";
import { parseTransaction, type SignedTransaction } from "../engine/signedTransaction.ts";
import { InvalidTransaction, type SubmitOutcome } from "../node/node.ts";
import { CodecError } from "../protocol/codec/codecError.ts";
import { bytesToHex, hexToKeptBytes, isHex } from "../protocol/hex.ts";
import { defineCommand, optional } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { text } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";
import { secretParameters, withKeyPair } from "./secrets.ts";
import { checkSigningAllowed, submitSigningNotice, withNotice } from "./signing/deprecatedSigning.ts";
import { prepareTransaction } from "./signing/prepareTransaction.ts";
import { engineResultJson, signedJson } from "./signing/signedJson.ts";
import { type SigningRequest, signingRequest } from "./signing/signingRequest.ts";
import { transactionWithHash } from "./transactionJson.ts";

/** Hands a transaction in: a signed blob, or JSON together with the secret to sign it with. */
export const submit = defineCommand({
  name: "submit",
  summary: "Submits a transaction.",
  request: {
    tx_blob: optional(text),
    secrets: secretParameters,
    transaction: signingRequest,
  },

  handle({ tx_blob, secrets, transaction }, context) {
    if (tx_blob !== undefined) return submitBlob(tx_blob, transaction.failHard, context);
    checkSigningAllowed(context);
    return withNotice(submitSigningNotice, () => signAndSubmit(secrets, transaction, context));
  },
});

async function submitBlob(blobText: string, failHard: boolean, context: CommandContext): Promise<JsonObject> {
  const transaction = readBlob(blobText);
  const outcome = await tryToSubmit(transaction, failHard, context);
  return {
    tx_json: transactionWithHash(transaction.tx, transaction.hash, context),
    tx_blob: bytesToHex(transaction.blob),
    ...outcomeJson(outcome, context),
  };
}

function readBlob(blobText: string): SignedTransaction {
  // An odd digit comes first, as a byte of its own.
  const digits = blobText.length % 2 === 0 ? blobText : `0${blobText}`;
  if (digits === "" || !isHex(digits)) throw new RpcError("invalidParams");
  try {
    return parseTransaction(hexToKeptBytes(digits));
  } catch (error) {
    if (error instanceof CodecError) throw invalidTransaction(error.message);
    throw error;
  }
}

const invalidTransaction = (reason: string): RpcError =>
  new RpcError("invalidTransaction", undefined, { error_exception: reason });

async function tryToSubmit(
  transaction: SignedTransaction,
  failHard: boolean,
  context: CommandContext,
): Promise<SubmitOutcome> {
  try {
    return await context.node.submit(transaction, { failHard });
  } catch (error) {
    if (error instanceof InvalidTransaction) throw invalidTransaction(`fails local checks: ${error.message}`);
    throw error;
  }
}

const outcomeJson = (outcome: SubmitOutcome, context: CommandContext): JsonObject => ({
  accepted: outcome.accepted,
  applied: outcome.applied,
  broadcast: outcome.broadcast,
  queued: outcome.queued,
  kept: outcome.kept,
  ...engineResultJson(outcome.result, context),
  ...(outcome.ledgerState !== undefined && {
    account_sequence_next: outcome.ledgerState.accountSequenceNext,
    account_sequence_available: outcome.ledgerState.accountSequenceAvailable,
    open_ledger_cost: outcome.ledgerState.openLedgerCost.toString(),
    validated_ledger_index: outcome.ledgerState.validatedLedgerIndex,
  }),
});

async function signAndSubmit(
  secrets: RequestSecrets,
  request: SigningRequest,
  context: CommandContext,
): Promise<JsonObject> {
  const signed = withKeyPair(secrets, context, (keyPair) => {
    const signer = { publicKey: keyPair.publicKey, isOneOfSeveral: false };
    return signTransaction(prepareTransaction(request, signer, context), keyPair);
  });
  const { result } = await submitSigned(signed, request.failHard, context);
  return { ...signedJson(signed, context), ...engineResultJson(result, context) };
}

/** Hands in what was put together here. */
export async function submitSigned(
  transaction: SignedTransaction,
  failHard: boolean,
  context: CommandContext,
): Promise<SubmitOutcome> {
  try {
    return await context.node.submit(transaction, { failHard });
  } catch (error) {
    if (error instanceof InvalidTransaction) throw new RpcError("internal", "Invalid signature.");
    throw error;
  }
}
