import { bytesToHex } from "../protocol/hex.ts";
import type { Keylet } from "../protocol/keylets.ts";
import { defineCommand, optional, type Parameter } from "./command.ts";
import { flag } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { entryJson } from "./present.ts";
import { requestRules } from "./versions/requestRules.ts";

/** The one parameter, or the group of them, that names the entry. */
const namedEntry: Parameter<Keylet> = {
  read: (request, _name, context) => requestRules[context.apiVersion].entries.keylet(request, context),
  document: () =>
    Object.fromEntries(
      requestRules[2].entries.parameters.map((name) => [
        name,
        { schema: { anyOf: [{ type: "string" }, { type: "object" }] }, required: false },
      ]),
    ),
};

/** One entry of a ledger, by its key or by what its key is made of. */
export const ledgerEntry = defineCommand({
  name: "ledger_entry",
  summary: "One entry of a ledger.",
  request: {
    ledger: ledgerSelector,
    entry: namedEntry,
    binary: optional(flag, false),
  },

  handle({ ledger, entry: { type, key }, binary }, context) {
    const identity = ledgerFields(ledger);
    const { entries } = requestRules[context.apiVersion];
    const entry = ledger.readKey(key);
    if (entry === undefined) return entries.notFound(key, identity);
    if (type !== "Any" && type !== entry.LedgerEntryType) throw entries.wrongKind(key, identity);
    return {
      index: key,
      ...(binary ? { node_binary: bytesToHex(ledger.readBytes(key)!) } : { node: entryJson(entry, context) }),
      ...identity,
    };
  },
});
