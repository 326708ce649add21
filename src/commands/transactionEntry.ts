import { defineCommand, optional } from "./command.ts";
import { anything, hash256FromText } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { textOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { replyForms } from "./versions/replyForms.ts";

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
    return {
      ...identity,
      ...replyForms[context.apiVersion].transactionEntry(transaction, ledger, context),
    };
  },
});
