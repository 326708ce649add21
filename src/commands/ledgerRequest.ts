import type { Ledger } from "../node/ledger.ts";
import type { Hash256 } from "../protocol/types.ts";
import { defineCommand, type Parameter } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { hash256FromText } from "./kinds.ts";
import { plainLedgerJson } from "./ledgerJson.ts";
import { isSigned } from "./looseJson.ts";
import { invalidField, RpcError } from "./rpcErrors.ts";

/** A ledger, or the hash of one that is not kept. */
type Wanted = { readonly ledger: Ledger } | { readonly missing: Hash256 };

/** What either `ledger_hash` or `ledger_index` names. */
const wantedLedger: Parameter<Wanted> = {
  read(request, _name, { node: { ledgers } }) {
    const hasHash = hasMember(request, "ledger_hash");
    if (hasHash === hasMember(request, "ledger_index")) {
      throw new RpcError("invalidParams", "Exactly one of ledger_hash and ledger_index can be set.");
    }
    const hash = hasHash ? hashOf(request) : hashByIndex(request, ledgers);
    const ledger = ledgers.byHash(hash);
    return ledger === undefined ? { missing: hash } : { ledger };
  },
  document: () => ({
    ledger_hash: { schema: { type: "string", pattern: "^[0-9A-Fa-f]{64}$" }, required: false },
    ledger_index: { schema: { type: "integer", minimum: 1 }, required: false },
  }),
};

function hashOf({ ledger_hash: text }: JsonObject): Hash256 {
  const hash = typeof text === "string" ? hash256FromText(text) : undefined;
  if (hash === undefined) throw invalidField("ledger_hash");
  return hash;
}

function hashByIndex(
  { ledger_index: index }: JsonObject,
  ledgers: CommandContext["node"]["ledgers"],
): Hash256 {
  if (!isSigned(index)) throw invalidField("ledger_index");
  // The reference reads it without a sign: a negative index is a very large one.
  if (index < 0 || index >= ledgers.validated().ledgerIndex) {
    throw new RpcError("invalidParams", "Ledger index too large");
  }
  if (index === 0) throw new RpcError("invalidParams", "Ledger index too small");
  const hash = ledgers.hashOf(index);
  if (hash === undefined) throw new RpcError("notReady", "findCreate failed to return an inbound ledger");
  return hash;
}

/** A past ledger. Where the reference begins to fetch one from its peers, this server has it or has it not. */
export const ledgerRequest = defineCommand({
  name: "ledger_request",
  summary: "A past ledger by its hash or index.",
  permission: "admin",
  request: { wanted: wantedLedger },

  handle: ({ wanted }, context) =>
    "ledger" in wanted
      ? { ledger_index: wanted.ledger.ledgerIndex, ledger: plainLedgerJson(wanted.ledger, context) }
      : // Nobody is asked for it, so nothing of it has come.
        { hash: wanted.missing, have_header: false, peers: 0, timeouts: 0 },
});
