import { defineCommand } from "./command.ts";
import { headerHex, plainLedgerJson, shownHeader } from "./ledgerJson.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";

/** A ledger's header, as bytes and as JSON. */
export const ledgerHeaderCommand = defineCommand({
  name: "ledger_header",
  summary: "A ledger's header.",
  apiVersions: [1],
  request: { ledger: ledgerSelector },

  handle: ({ ledger }, context) => ({
    ledger_data: headerHex(shownHeader(ledger, context)),
    ledger: plainLedgerJson(ledger, context),
    ...ledgerFields(ledger),
  }),
});
