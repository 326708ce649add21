import { defineCommand } from "./command.ts";

/** Which ledger was closed last. */
export const ledgerClosed = defineCommand({
  name: "ledger_closed",
  summary: "Index and hash of the last closed ledger.",
  request: {},

  handle(_input, { node }) {
    const { ledgerIndex, ledgerHash } = node.ledgers.closed().header;
    return { ledger_index: ledgerIndex, ledger_hash: ledgerHash };
  },
});
