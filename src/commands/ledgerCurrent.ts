import { defineCommand } from "./command.ts";

/** Which ledger is open. */
export const ledgerCurrent = defineCommand({
  name: "ledger_current",
  summary: "Index of the open ledger.",
  request: {},
  handle: (_input, { node }) => ({ ledger_current_index: node.ledgers.current().ledgerIndex }),
});
