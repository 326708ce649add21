import type { Ledger, LedgerTransaction } from "../node/ledger.ts";
import { bytesToHex } from "../protocol/hex.ts";
import { defineCommand, optional, type Parameter, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { metadataJson } from "./deliveredAmount.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { flag, hash256 } from "./kinds.ts";
import { Inconvertible, unsignedOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { timeIso } from "./times.ts";
import { transactionAlone, transactionWithHash } from "./transactionJson.ts";

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Ledgers to look in. One bound alone counts as none. */
const ledgerRange: Parameter<Range | undefined> = {
  read(request) {
    if (!hasMember(request, "min_ledger") || !hasMember(request, "max_ledger")) return undefined;
    const range = { first: bound(request.min_ledger), last: bound(request.max_ledger) };
    if (range.last < range.first) throw new RpcError("invalidLgrRange");
    if (range.last - range.first > 1000) throw new RpcError("excessiveLgrRange");
    return range;
  },
  document: () => ({
    min_ledger: { schema: { type: "integer", minimum: 1 }, required: false },
    max_ledger: { schema: { type: "integer", minimum: 1 }, required: false },
  }),
};

function bound(value: JsonObject[string]): number {
  try {
    return unsignedOf(value);
  } catch (error) {
    if (error instanceof Inconvertible) throw new RpcError("invalidLgrRange");
    throw error;
  }
}

/** One transaction, wherever it is: in a closed ledger or in the open one. */
export const tx = defineCommand({
  name: "tx",
  summary: "A transaction by its hash.",
  request: {
    transaction: required(hash256("notImpl"), { missing: "invalidParams" }),
    binary: optional(flag, false),
    range: ledgerRange,
  },

  handle({ transaction: hash, binary, range }, context) {
    const { history, ledgers } = context.node;
    const closed = history.transaction(hash);
    // The range only tells how sure the answer is that there is no such transaction.
    if (closed !== undefined) {
      const ledger = ledgers.byIndex(closed.ledgerIndex);
      return context.apiVersion === 1
        ? oldForm(closed, ledger, binary, context)
        : newForm(closed, ledger, binary, context);
    }
    const open = ledgers.current().transaction(hash);
    if (open === undefined) {
      throw new RpcError("txnNotFound", undefined, range && { searched_all: isComplete(range, context) });
    }
    return context.apiVersion === 1
      ? oldForm(open, undefined, binary, context)
      : newForm(open, undefined, binary, context);
  },
});

/** Every ledger of the range is kept: what is not found in it does not exist. */
const isComplete = ({ first, last }: Range, { node }: CommandContext): boolean =>
  node.ledgers.complete().some((kept) => kept.first <= first && last <= kept.last);

function oldForm(
  transaction: LedgerTransaction,
  ledger: Ledger | undefined,
  binary: boolean,
  context: CommandContext,
): JsonObject {
  const json: JsonObject = binary
    ? { tx: bytesToHex(transaction.blob), hash: transaction.hash }
    : transactionWithHash(transaction.tx, transaction.hash, context);
  if (ledger !== undefined) {
    json.inLedger = transaction.ledgerIndex;
    json.ledger_index = transaction.ledgerIndex;
    json.date = ledger.header.closeTime;
    json.meta = binary
      ? bytesToHex(transaction.metadataBlob!)
      : metadataJson(transaction, ledger.header.closeTime, context);
  }
  json.validated = ledger?.isValidated ?? false;
  return json;
}

function newForm(
  transaction: LedgerTransaction,
  ledger: Ledger | undefined,
  binary: boolean,
  context: CommandContext,
): JsonObject {
  const json: JsonObject = binary
    ? { tx_blob: bytesToHex(transaction.blob) }
    : { tx_json: transactionAlone(transaction.tx, context) };
  json.hash = transaction.hash;
  if (ledger !== undefined) {
    const { closeTime } = ledger.header;
    if (!binary)
      Object.assign(json.tx_json as JsonObject, { date: closeTime, ledger_index: ledger.ledgerIndex });
    json.ledger_hash = ledger.hash;
    if (ledger.isValidated) {
      json.ledger_index = ledger.ledgerIndex;
      json.close_time_iso = timeIso(closeTime);
    }
    if (binary) json.meta_blob = bytesToHex(transaction.metadataBlob!);
    else json.meta = metadataJson(transaction, closeTime, context);
  }
  json.validated = ledger?.isValidated ?? false;
  return json;
}
