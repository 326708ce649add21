import type { Ledger } from "../node/ledger.ts";
import type { QueuedTransaction } from "../node/queueView.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { serializedEntryType } from "../protocol/codec/serializedType.ts";
import { bytesToHex } from "../protocol/hex.ts";
import type { LedgerEntryType } from "../protocol/ledgerEntryFormats.ts";
import { defineCommand, optional, type Parameter } from "./command.ts";
import { type CommandContext, isUnlimited } from "./context.ts";
import { entryType } from "./entryTypes.ts";
import { hasMember, type JsonObject, type JsonValue } from "./json.ts";
import { flag } from "./kinds.ts";
import { binaryHeaderJson, plainLedgerJson, shownHeader } from "./ledgerJson.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { ownerFundsJson } from "./ownerFunds.ts";
import { queuedTransactionJson } from "./queuedTransactionJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { replyForms } from "./versions/replyForms.ts";
import { rows } from "./writtenJson.ts";
import { writtenEntry } from "./writtenObjects.ts";

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
  source: "chosen ledger",
  isHeavy: ({ ledger, full, accounts, transactions, expand }) =>
    full ||
    accounts ||
    (transactions && ledger !== undefined && ledger.transactionCount() > (expand ? 50 : 500)),

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
      : replyForms[context.apiVersion].ledgerHeader(header, ledger.open, full);
    if (full || transactions) {
      json.transactions = detail.expand
        ? rows(expanded(ledger.frozen(), detail, context))
        : Array.from(ledger.transactions(), ({ hash }) => hash);
    }
    if (full || accounts) json.accountState = rows(stateJson(ledger.frozen(), detail, context));

    const waiting = queue ? context.node.queue.all() : [];
    return {
      ledger: json,
      ...ledgerFields(ledger),
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

function* expanded(
  ledger: Ledger,
  { binary, owner_funds }: Detail,
  context: CommandContext,
): Generator<JsonValue> {
  const { ledgerTransaction } = replyForms[context.apiVersion];
  for (const transaction of ledger.transactions()) {
    const ownerFunds = owner_funds ? ownerFundsJson(transaction.tx, ledger) : undefined;
    yield ledgerTransaction(transaction, ledger, binary, ownerFunds, context);
  }
}

function* stateJson(ledger: Ledger, detail: Detail, context: CommandContext): Generator<JsonValue> {
  for (const entry of ledger.entries()) {
    if (detail.type !== undefined && serializedEntryType(entry.bytes) !== detail.type) continue;
    if (detail.binary) yield { hash: entry.key, tx_blob: bytesToHex(entry.bytes) };
    else yield detail.expand ? writtenEntry(entry, context) : entry.key;
  }
}

function queuedJson(
  queued: QueuedTransaction,
  ledger: Ledger,
  detail: Detail,
  context: CommandContext,
): JsonObject {
  const facts = {
    ...queuedTransactionJson(queued),
    account: encodeAddress(queued.account),
    retries_remaining: queued.retriesRemaining,
    preflight_result: queued.preflightResult,
    ...(queued.lastResult !== undefined && { last_result: queued.lastResult }),
  };
  const { waitingTransaction, queuedTransaction } = replyForms[context.apiVersion];
  const { hash, tx } = queued;
  if (!detail.expand) return queuedTransaction(facts, hash);
  const json = waitingTransaction(tx, hash, detail.binary, context);
  return queuedTransaction(
    facts,
    detail.owner_funds ? Object.assign(json, ownerFundsJson(tx, ledger)) : json,
  );
}
