import { defineCommand, optional } from "./command.ts";
import { unsigned } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";

/** Closes the open ledger now, where ledgers close on command. */
export const ledgerAccept = defineCommand({
  name: "ledger_accept",
  summary: "Closes the open ledger (only where ledgers are not closed by a timer).",
  permission: "admin",
  request: { close_time: optional(unsigned) },

  async handle({ close_time }, { node }) {
    if (node.settings.close !== "manual") throw new RpcError("notStandAlone");
    await node.closeLedger(close_time);
    return { ledger_current_index: node.ledgers.current().ledgerIndex };
  },
});
