import type { Ledger, LedgerTransaction } from "../node/ledger.ts";
import type { QueuedTransaction } from "../node/queueView.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { bytesToHex } from "../protocol/hex.ts";
import type { LedgerEntryType } from "../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../protocol/types.ts";
import { defineCommand, optional, type Parameter } from "./command.ts";
import { type CommandContext, isUnlimited } from "./context.ts";
import { metadataJson } from "./deliveredAmount.ts";
import { entryType } from "./entryTypes.ts";
import { hasMember, type JsonObject, type JsonValue } from "./json.ts";
import { flag } from "./kinds.ts";
import { binaryHeaderJson, headerJson, plainLedgerJson, shownHeader } from "./ledgerJson.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { addOwnerFunds } from "./ownerFunds.ts";
import { entryJson, objectJson } from "./present.ts";
import { queuedTransactionJson } from "./queuedTransactionJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { timeIso } from "./times.ts";
import { transactionAlone, transactionWithHash } from "./transactionJson.ts";

/** The chosen ledger, or undefined where the request names none: then closed and open ledger are shown. */
const namedLedger: Parameter<Ledger | undefined> = {
  read: (request, name, context) =>
    ["ledger", "ledger_hash", "ledger_index"].some((parameter) => hasMember(request, parameter))
      ? ledgerSelector.read(request, name, context)
      : undefined,
  document: ledgerSelector.document,
};

/** Parameters that count only where a ledger is named. */
const typeOfNamed: Parameter<LedgerEntryType | undefined> = {
  read: (request, name, context) =>
    context.ledger === undefined ? undefined : entryType.read(request, name, context),
  document: entryType.document,
};

/** A ledger's header, and on request its transactions, its state and the queue. */
export const ledgerCommand = defineCommand({
  name: "ledger",
  summary: "A ledger's header, and on request its transactions and entries.",
  request: {
    ledger: namedLedger,
    full: optional(flag, false),
    transactions: optional(flag, false),
    accounts: optional(flag, false),
    expand: optional(flag, false),
    binary: optional(flag, false),
    owner_funds: optional(flag, false),
    queue: optional(flag, false),
    type: typeOfNamed,
  },

  handle({ ledger, ...wanted }, context) {
    if (ledger === undefined) {
      const { ledgers } = context.node;
      return {
        closed: { ledger: plainLedgerJson(ledgers.closed(), context) },
        open: { ledger: plainLedgerJson(ledgers.current(), context) },
      };
    }
    const { full, binary, transactions, accounts, queue } = wanted;
    if ((full || accounts) && !isUnlimited(context)) throw new RpcError("noPermission");
    if (queue && !ledger.open) throw new RpcError("invalidParams");

    const detail: Detail = { ...wanted, expand: wanted.expand || full };
    const header = shownHeader(ledger, context);
    const json = binary
      ? binaryHeaderJson(header, ledger.open)
      : headerJson(header, ledger.open, full, context.apiVersion);
    if (full || transactions) {
      json.transactions = Array.from(ledger.transactions(), (transaction) =>
        detail.expand ? expanded(transaction, ledger, detail, context) : transaction.hash,
      );
    }
    if (full || accounts) json.accountState = Array.from(stateJson(ledger, detail, context));

    const waiting = queue ? context.node.queue.all() : [];
    return {
      ...ledgerFields(ledger),
      ledger: json,
      ...(waiting.length > 0 && {
        queue_data: waiting.map((queued) => queuedJson(queued, ledger, detail, context)),
      }),
    };
  },
});

interface Detail {
  readonly expand: boolean;
  readonly binary: boolean;
  readonly owner_funds: boolean;
  readonly type: LedgerEntryType | undefined;
}

function expanded(
  transaction: LedgerTransaction,
  ledger: Ledger,
  detail: Detail,
  context: CommandContext,
): JsonObject {
  const json = detail.binary
    ? binaryTransaction(transaction, context)
    : context.apiVersion === 1
      ? transactionOfOld(transaction, ledger, context)
      : transactionOfNew(transaction, ledger, context);
  if (detail.owner_funds) addOwnerFunds(json, transaction.tx, ledger);
  return json;
}

function binaryTransaction(
  { blob, metadataBlob }: LedgerTransaction,
  { apiVersion }: CommandContext,
): JsonObject {
  const json: JsonObject = { tx_blob: bytesToHex(blob) };
  if (metadataBlob !== undefined) json[apiVersion === 1 ? "meta" : "meta_blob"] = bytesToHex(metadataBlob);
  return json;
}

function transactionOfOld(
  transaction: LedgerTransaction,
  ledger: Ledger,
  context: CommandContext,
): JsonObject {
  const json = transactionWithHash(transaction.tx, transaction.hash, context);
  if (transaction.metadata !== undefined) json.metaData = metadataWithin(transaction, ledger, context);
  return json;
}

function transactionOfNew(
  transaction: LedgerTransaction,
  ledger: Ledger,
  context: CommandContext,
): JsonObject {
  const json: JsonObject = {
    tx_json: transactionAlone(transaction.tx, context),
    hash: transaction.hash,
    validated: ledger.isValidated,
  };
  if (transaction.metadata !== undefined) json.meta = metadataWithin(transaction, ledger, context);
  if (!ledger.open) json.ledger_hash = ledger.hash;
  if (ledger.isValidated) {
    json.ledger_index = ledger.ledgerIndex;
    json.close_time_iso = timeIso(ledger.header.closeTime);
  }
  return json;
}

/** Here, unlike elsewhere, a deleted account's remainder is not told as delivered. */
const metadataWithin = (
  transaction: LedgerTransaction,
  ledger: Ledger,
  context: CommandContext,
): JsonObject =>
  transaction.tx.TransactionType === "AccountDelete"
    ? objectJson(transaction.metadata!, context)
    : metadataJson(transaction, ledger.header.closeTime, context);

function* stateJson(ledger: Ledger, detail: Detail, context: CommandContext): Generator<JsonValue> {
  for (const entry of ledger.entries()) {
    if (detail.type !== undefined && entry.LedgerEntryType !== detail.type) continue;
    if (detail.binary) yield { hash: entry.index, tx_blob: bytesToHex(ledger.readBytes(entry.index)!) };
    else yield detail.expand ? entryJson(entry, context) : entry.index;
  }
}

const queuedJson = (
  queued: QueuedTransaction,
  ledger: Ledger,
  detail: Detail,
  context: CommandContext,
): JsonObject => ({
  ...queuedTransactionJson(queued),
  account: encodeAddress(queued.account),
  retries_remaining: queued.retriesRemaining,
  preflight_result: queued.preflightResult,
  ...(queued.lastResult !== undefined && { last_result: queued.lastResult }),
  tx: queuedTransaction(queued, ledger, detail, context),
});

function queuedTransaction(
  { hash, tx }: QueuedTransaction,
  ledger: Ledger,
  detail: Detail,
  context: CommandContext,
): JsonObject | Hash256 {
  if (!detail.expand) return hash;
  const json: JsonObject = detail.binary
    ? { tx_blob: bytesToHex(encodeObject(tx)) }
    : context.apiVersion === 1
      ? transactionWithHash(tx, hash, context)
      : { tx_json: transactionAlone(tx, context), hash, validated: false };
  if (detail.owner_funds) addOwnerFunds(json, tx, ledger);
  return json;
}
