import { defineCommand, required } from "./command.ts";
import { isUnlimited } from "./context.ts";
import { unsigned } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";
import { transactionWithHash } from "./transactionJson.ts";

const pageLength = 20;
/** Limited callers may not reach further back. */
const furthestStart = 10_000;

/** The newest transactions of all accounts, a page of them. */
export const txHistory = defineCommand({
  name: "tx_history",
  summary: "Transactions of the latest closed ledgers, newest first.",
  apiVersions: [1],
  request: { start: required(unsigned, { missing: "invalidParams" }) },
  source: "closed ledgers",

  handle({ start }, context) {
    if (start > furthestStart && !isUnlimited(context)) throw new RpcError("noPermission");
    const transactions = context.node.history.recentTransactions(start, pageLength);
    const txs = transactions.map(({ tx, hash, ledgerIndex }) => ({
      inLedger: ledgerIndex,
      ledger_index: ledgerIndex,
      ...transactionWithHash(tx, hash, context),
    }));
    return { index: start, txs: txs.length === 0 ? null : txs };
  },
});
