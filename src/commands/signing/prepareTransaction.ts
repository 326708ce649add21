import { accountIDFromPublicKey } from "../../crypto/keyPair.ts";
import { checkTemplate } from "../../engine/checkTemplate.ts";
import type { Transaction } from "../../engine/transaction.ts";
import { failedLocalCheck } from "../../node/localChecks.ts";
import { CodecError } from "../../protocol/codec/codecError.ts";
import { encodeObject } from "../../protocol/codec/encodeObject.ts";
import { objectFromJson } from "../../protocol/codec/json.ts";
import { hasFlag, lsfDisableMaster, tfFullyCanonicalSig } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountRoot } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Hex, SerializedObject } from "../../protocol/types.ts";
import type { CommandContext } from "../context.ts";
import { hasMember, type JsonObject, member } from "../json.ts";
import type { Naming } from "../present.ts";
import { missingField, RpcError } from "../rpcErrors.ts";
import { checkTxJson, completeFee, completePayment } from "./checkTxJson.ts";
import { completeNetwork } from "./completeNetwork.ts";
import type { SigningRequest } from "./signingRequest.ts";

/** The key that is going to sign, and whether it is one of several. */
export interface IntendedSigner {
  readonly publicKey: Hex;
  readonly isOneOfSeveral: boolean;
}

/**
 * The transaction of a signing request, checked, completed and decoded, ready to be signed. Checks come in the
 * reference's order (TransactionSign.cpp). A transaction that several sign is never completed.
 * @throws RpcError
 */
export function prepareTransaction(
  { request, isOffline }: SigningRequest,
  { publicKey, isOneOfSeveral }: IntendedSigner,
  context: CommandContext,
): Transaction {
  if (!hasMember(request, "tx_json")) throw missingField("tx_json");
  const { tx, source } = checkTxJson(member(request, "tx_json"));
  if (isOffline && !hasMember(tx, "Sequence")) throw missingField("tx_json.Sequence");
  const account = isOffline ? undefined : context.node.ledgers.current().read(keylet.account(source));
  if (!isOffline && account === undefined) throw new RpcError("srcActNotFound");

  const mayFill = !isOffline && !isOneOfSeveral;
  completeFee(tx, request, mayFill, context);
  completePayment(tx, request, source, mayFill, context);
  if (!isOneOfSeveral) completeSequenceAndFlags(tx, source, context);
  if (isOneOfSeveral && hasMember(tx, "TxnSignature")) throw new RpcError("alreadySingleSig");
  if (!isOneOfSeveral && hasMember(tx, "Signers")) throw new RpcError("alreadyMultisig");
  if (!isOffline && !isOneOfSeveral) checkMaySign(account, source, publicKey);

  return decodeTransaction(tx, isOneOfSeveral ? "" : publicKey, context);
}

function completeSequenceAndFlags(tx: JsonObject, source: AccountID, { node }: CommandContext): void {
  if (!hasMember(tx, "Sequence")) {
    tx.Sequence = hasMember(tx, "TicketSequence") ? 0 : node.queue.nextSequence(source);
  }
  if (!hasMember(tx, "Flags")) tx.Flags = tfFullyCanonicalSig;
  completeNetwork(tx, node.settings.networkId);
}

/**
 * Whether a key may sign for an account: its master key unless that is disabled, or its regular key. For an
 * account that does not exist, the key that it would have.
 * @throws RpcError masterDisabled, badSecret
 */
export function checkMaySign(
  account: Readonly<AccountRoot> | undefined,
  id: AccountID,
  publicKey: Hex,
): void {
  const signer = accountIDFromPublicKey(publicKey);
  if (signer === id) {
    if (hasFlag(account?.Flags, lsfDisableMaster)) throw new RpcError("masterDisabled");
    return;
  }
  if (account?.RegularKey !== signer) throw new RpcError("badSecret");
}

/**
 * Decodes and checks a transaction from JSON.
 * @param signingKey takes the place of the transaction's SigningPubKey; undefined leaves it
 * @throws RpcError
 */
export function decodeTransaction(
  tx: JsonObject,
  signingKey: Hex | undefined,
  { node }: Naming,
): Transaction {
  try {
    const object: SerializedObject = objectFromJson(tx, { native: node.settings.nativeCurrency });
    if (signingKey !== undefined) object.SigningPubKey = signingKey;
    checkTemplate(object);
    const transaction = object as unknown as Transaction;
    const fault = failedLocalCheck({ tx: transaction });
    if (fault !== undefined) throw new RpcError("invalidParams", fault);
    // JSON can say what bytes cannot: a path of nothing, ten objects inside each other.
    encodeObject(transaction);
    return transaction;
  } catch (error) {
    if (error instanceof CodecError) throw new RpcError("invalidParams", error.message);
    throw error;
  }
}
