import type { Ledger } from "../node/ledger.ts";
import { defineCommand, type Parameter } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { hash256FromText } from "./kinds.ts";
import { plainLedgerJson } from "./ledgerJson.ts";
import { isSigned } from "./looseJson.ts";
import { invalidField, RpcError } from "./rpcErrors.ts";

/** The ledger that either `ledger_hash` or `ledger_index` names; undefined where it is not kept. */
const wantedLedger: Parameter<Ledger | undefined> = {
  read(request, _name, { node: { ledgers } }) {
    const hasHash = hasMember(request, "ledger_hash");
    if (hasHash === hasMember(request, "ledger_index")) {
      throw new RpcError("invalidParams", "Exactly one of ledger_hash and ledger_index can be set.");
    }
    return hasHash ? byHash(request, ledgers) : byIndex(request, ledgers);
  },
  document: () => ({
    ledger_hash: { schema: { type: "string", pattern: "^[0-9A-Fa-f]{64}$" }, required: false },
    ledger_index: { schema: { type: "integer", minimum: 1 }, required: false },
  }),
};

type Ledgers = CommandContext["node"]["ledgers"];

function byHash({ ledger_hash: text }: JsonObject, ledgers: Ledgers): Ledger | undefined {
  const hash = typeof text === "string" ? hash256FromText(text) : undefined;
  if (hash === undefined) throw invalidField("ledger_hash");
  return ledgers.byHash(hash);
}

function byIndex({ ledger_index: index }: JsonObject, ledgers: Ledgers): Ledger | undefined {
  if (!isSigned(index)) throw invalidField("ledger_index");
  // The reference reads it without a sign: a negative index is a very large one.
  if (index < 0 || index >= ledgers.validated().ledgerIndex) {
    throw new RpcError("invalidParams", "Ledger index too large");
  }
  if (index === 0) throw new RpcError("invalidParams", "Ledger index too small");
  return ledgers.byIndex(index);
}

/** A past ledger. Where the reference would fetch one from its peers, this server has it or has it not. */
export const ledgerRequest = defineCommand({
  name: "ledger_request",
  summary: "A past ledger by its hash or index.",
  permission: "admin",
  request: { ledger: wantedLedger },

  handle({ ledger }, context) {
    if (ledger === undefined) throw new RpcError("notReady", "findCreate failed to return an inbound ledger");
    return { ledger_index: ledger.ledgerIndex, ledger: plainLedgerJson(ledger, context) };
  },
});
