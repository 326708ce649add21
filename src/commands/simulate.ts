import { checkTemplate } from "../engine/checkTemplate.ts";
import { signedTransaction } from "../engine/signedTransaction.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { LedgerTransaction } from "../node/ledger.ts";
import type { SimulateOutcome } from "../node/node.ts";
import { decodeAddress } from "../protocol/base58.ts";
import { CodecError } from "../protocol/codec/codecError.ts";
import { decodeObject } from "../protocol/codec/decodeObject.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { objectFromJson } from "../protocol/codec/json.ts";
import { bytesToHex, hexToBytes, isHex } from "../protocol/hex.ts";
import { keylet } from "../protocol/keylets.ts";
import type { SerializedObject } from "../protocol/types.ts";
import { defineCommand, type Parameter } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { metadataJson } from "./deliveredAmount.ts";
import { hasMember, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from "./json.ts";
import { objectJson } from "./present.ts";
import { invalidField, missingField, RpcError } from "./rpcErrors.ts";
import { currentFee } from "./signing/checkTxJson.ts";
import { completeNetwork } from "./signing/completeNetwork.ts";
import { engineResultJson } from "./signing/signedJson.ts";
import { takeDeliverMax } from "./versions/takeDeliverMax.ts";

/** The transaction to try, as JSON: from `tx_json`, or decoded from `tx_blob`. A copy. */
const triedTransaction: Parameter<JsonObject> = {
  read(request, _name, context) {
    for (const secret of ["secret", "seed", "seed_hex", "passphrase"]) {
      if (hasMember(request, secret)) throw invalidField(secret);
    }
    const tx = hasMember(request, "tx_blob") ? fromBlob(request, context) : fromJson(request);
    takeDeliverMax(tx);
    if (!hasMember(tx, "TransactionType")) throw missingField("tx.TransactionType");
    if (!hasMember(tx, "Account")) throw missingField("tx.Account");
    return tx;
  },
  document: () => ({
    tx_json: { schema: { type: "object" }, required: false },
    tx_blob: { schema: { type: "string", pattern: "^[0-9A-Fa-f]+$" }, required: false },
  }),
};

function fromBlob({ tx_blob, ...request }: JsonObject, context: CommandContext): JsonObject {
  if (hasMember(request, "tx_json")) {
    throw new RpcError("invalidParams", "Can only include one of `tx_blob` and `tx_json`.");
  }
  if (typeof tx_blob !== "string" || tx_blob === "" || !isHex(tx_blob)) throw invalidField("tx_blob");
  try {
    return objectJson(decodeObject(hexToBytes(tx_blob)), context);
  } catch (error) {
    if (error instanceof CodecError) throw invalidField("tx_blob");
    throw error;
  }
}

function fromJson(request: JsonObject): JsonObject {
  const tx = member(request, "tx_json");
  if (tx === undefined) throw new RpcError("invalidParams", "Neither `tx_blob` nor `tx_json` included.");
  if (!isJsonObject(tx)) throw new RpcError("invalidParams", "Invalid field 'tx_json', not object.");
  return { ...tx };
}

const binaryFlag: Parameter<boolean> = {
  read(request, name) {
    const value = member(request, name) ?? false;
    if (typeof value !== "boolean") throw invalidField(name);
    return value;
  },
  document: (name) => ({ [name]: { schema: { type: "boolean", default: false }, required: false } }),
};

/** What a transaction would do if it were signed and submitted now. Nothing is kept. */
export const simulate = defineCommand({
  name: "simulate",
  summary: "Tries a transaction without a signature, and shows what it would do.",
  request: { binary: binaryFlag, tx: triedTransaction },

  handle({ binary, tx: txJson }, context) {
    completeUnsigned(txJson, context);
    const tx = decodeUnsigned(txJson, context);
    const transaction = signedTransaction(tx, encodeObject(tx));
    const outcome = context.node.simulate(transaction);
    return {
      // Whatever came of it, it was only a trial.
      applied: false,
      ledger_index: outcome.ledgerIndex,
      ...engineResultJson(outcome.result, context),
      ...(outcome.result === "tesSUCCESS" && {
        engine_result_message: "The simulated transaction would have been applied.",
      }),
      ...metadataOf(outcome, transaction, binary, context),
      ...(binary
        ? { tx_blob: bytesToHex(transaction.blob) }
        : { tx_json: { ...objectJson(tx, context), hash: transaction.hash } }),
    };
  },
});

/** Fills in fee, sequence and empty signatures. @throws RpcError where there is a signature already */
function completeUnsigned(tx: JsonObject, context: CommandContext): void {
  if (!hasMember(tx, "Fee")) tx.Fee = currentFee(context).toString();
  if (!hasMember(tx, "SigningPubKey")) tx.SigningPubKey = "";
  if (hasMember(tx, "Signers")) tx.Signers = withEmptySignatures(tx.Signers as JsonValue);
  if ((member(tx, "TxnSignature") ?? "") !== "") throw new RpcError("transactionSigned");
  tx.TxnSignature = "";
  if (!hasMember(tx, "Sequence")) tx.Sequence = sequenceFor(tx, context);
  completeNetwork(tx, context.node.settings.networkId);
}

function withEmptySignatures(signers: JsonValue): JsonValue {
  if (!isJsonArray(signers)) throw invalidField("tx.Signers");
  return signers.map((wrapper, index) => {
    const signer = isJsonObject(wrapper) ? member(wrapper, "Signer") : undefined;
    if (!isJsonObject(signer)) throw invalidField(`tx.Signers[${index}]`);
    if ((member(signer, "TxnSignature") ?? "") !== "") throw new RpcError("transactionSigned");
    return { Signer: { SigningPubKey: "", ...signer, TxnSignature: "" } };
  });
}

function sequenceFor(tx: JsonObject, { node }: CommandContext): number {
  if (typeof tx.Account !== "string") throw invalidField("tx.Account");
  const source = decodeAddress(tx.Account);
  if (source === undefined) throw new RpcError("srcActMalformed", "Invalid field 'tx.Account'.");
  if (hasMember(tx, "TicketSequence")) return 0;
  if (!node.ledgers.current().has(keylet.account(source))) throw new RpcError("srcActNotFound");
  return node.queue.nextSequence(source);
}

function decodeUnsigned(tx: JsonObject, { node }: CommandContext): Transaction {
  let object: SerializedObject;
  try {
    object = objectFromJson(tx, { native: node.settings.nativeCurrency });
    encodeObject(object); // JSON can say what bytes cannot
  } catch (error) {
    if (error instanceof CodecError) throw new RpcError("invalidParams", error.message);
    throw error;
  }
  try {
    checkTemplate(object);
    return object as unknown as Transaction;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new RpcError("invalidTransaction", undefined, { error_exception: error.message });
  }
}

function metadataOf(
  { metadata, metadataBlob, result, ledgerIndex }: SimulateOutcome,
  { tx }: Pick<LedgerTransaction, "tx">,
  binary: boolean,
  context: CommandContext,
): JsonObject {
  if (metadata === undefined || metadataBlob === undefined) return {};
  if (binary) return { meta_blob: bytesToHex(metadataBlob) };
  const transaction = { tx, type: tx.TransactionType, result, metadata, ledgerIndex };
  return { meta: metadataJson(transaction, context.node.ledgers.closed().header.closeTime, context) };
}
