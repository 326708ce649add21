import type { JsonObject } from "../../commands/json.ts";
import type { Freshness, RouteReply } from "./route.ts";
import type { LedgerChoice } from "./schemas/ledgerChoice.ts";

/** How long a reply about the chosen ledger is true. */
export function freshnessOf({ validated }: JsonObject, { isFixed }: LedgerChoice): Freshness {
  if (validated !== true) return "live";
  return isFixed ? "final" : "validated";
}

/**
 * A command's reply about one ledger as the reply here. The next page is of the same ledger, whatever closes in between.
 * @param body what is sent, where it is not the command's reply itself
 */
export function ledgerReply(reply: JsonObject, choice: LedgerChoice, body: JsonObject = reply): RouteReply {
  const { marker, ledger_index: ledgerIndex } = reply;
  return {
    body,
    freshness: freshnessOf(reply, choice),
    next:
      typeof marker === "string"
        ? { marker, ...(ledgerIndex !== undefined && { ledger_index: String(ledgerIndex) }) }
        : undefined,
  };
}

/** The ledger that a reply was about, as parameters of another command. */
export const sameLedger = ({ ledger_index, ledger_current_index }: JsonObject): JsonObject => ({
  ledger_index: ledger_index ?? ledger_current_index,
});
