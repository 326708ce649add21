import type { Ledger, LedgerTransaction } from "../node/ledger.ts";
import { defineCommand, optional } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { anything, hash256FromText } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { textOf } from "./looseJson.ts";
import { objectJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";
import { timeIso } from "./times.ts";
import { transactionAlone, transactionWithHash } from "./transactionJson.ts";

/** A transaction of one closed ledger. */
export const transactionEntry = defineCommand({
  name: "transaction_entry",
  summary: "A transaction that is in a given closed ledger.",
  request: { ledger: ledgerSelector, tx_hash: optional(anything) },

  handle({ ledger, tx_hash: text }, context) {
    const identity = ledgerFields(ledger);
    if (text === undefined) throw new RpcError("fieldNotFoundTransaction", undefined, identity);
    if (ledger.open) throw new RpcError("notYetImplemented", undefined, identity);
    const hash = hash256FromText(textOf(text));
    if (hash === undefined) throw new RpcError("malformedRequest", undefined, identity);
    const transaction = ledger.transaction(hash);
    if (transaction === undefined) throw new RpcError("transactionNotFound", undefined, identity);
    return { ...identity, ...entryJson(transaction, ledger, context) };
  },
});

function entryJson(transaction: LedgerTransaction, ledger: Ledger, context: CommandContext): JsonObject {
  const { tx, hash, metadata } = transaction;
  if (context.apiVersion === 1) {
    return { tx_json: transactionWithHash(tx, hash, context), metadata: objectJson(metadata!, context) };
  }
  return {
    tx_json: transactionAlone(tx, context),
    hash,
    meta: objectJson(metadata!, context),
    ...(ledger.isValidated && { close_time_iso: timeIso(ledger.header.closeTime) }),
  };
}
