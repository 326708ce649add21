import type { Ledger } from "../node/ledger.ts";
import { accountFromText } from "./accounts.ts";
import { defineCommand, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { text } from "./kinds.ts";
import { ownedEntries } from "./ownedEntries.ts";
import { entryJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";

/** An account's offers and trust lines, in the closed and in the open ledger. */
export const ownerInfo = defineCommand({
  name: "owner_info",
  summary: "An account's offers and trust lines, in the last closed ledger and now.",
  request: { account: required(text, { or: ["ident"] }) },

  handle({ account: name }, context) {
    const { ledgers } = context.node;
    return {
      accepted: ownedIn(ledgers.closed(), name, context),
      current: ownedIn(ledgers.current(), name, context),
    };
  },
});

/** A name that is no account is an error inside the reply, once for each ledger. */
function ownedIn(ledger: Ledger, name: string, context: CommandContext): JsonObject {
  try {
    const account = accountFromText(name, false);
    const owned: JsonObject = {};
    for (const entry of ownedEntries(ledger, account)) {
      const list =
        entry.LedgerEntryType === "Offer"
          ? "offers"
          : entry.LedgerEntryType === "RippleState"
            ? "ripple_lines"
            : undefined;
      if (list === undefined) continue;
      owned[list] ??= [];
      (owned[list] as JsonObject[]).push(entryJson(entry, context));
    }
    return owned;
  } catch (error) {
    if (error instanceof RpcError) return error.toReply();
    throw error;
  }
}
