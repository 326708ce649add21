import type { Ledger } from "../node/ledger.ts";
import type { Parameter } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { type JsonObject, member } from "./json.ts";
import { hash256FromText } from "./kinds.ts";
import { isGiven, textOf, unsignedFromText } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";

/**
 * The ledger that `ledger_hash`, `ledger_index` or the older `ledger` names; the open one if none does.
 * A hash goes before an index; a `ledger` of more than 12 characters is a hash.
 */
export const ledgerSelector: Parameter<Ledger> = {
  read(request, _name, context) {
    const ledger = chooseLedger(request, context);
    context.ledger = ledger;
    return ledger;
  },
  document: () => ({
    ledger_hash: { schema: { type: "string", pattern: "^[0-9A-Fa-f]{64}$" }, required: false },
    ledger_index: {
      schema: {
        anyOf: [{ type: "integer", minimum: 1 }, { enum: ["current", "closed", "validated"] }],
        default: "current",
      },
      required: false,
    },
    ledger: { schema: { deprecated: true, description: "Either of the two above." }, required: false },
  }),
};

function chooseLedger(request: JsonObject, { node: { ledgers } }: CommandContext): Ledger {
  let hash = member(request, "ledger_hash");
  let index = member(request, "ledger_index");
  const either = member(request, "ledger");
  if (isGiven(either)) {
    if (textOf(either).length > 12) hash = either;
    else index = either;
  }
  if (isGiven(hash)) {
    if (typeof hash !== "string") throw new RpcError("invalidParams", "ledgerHashNotString");
    const ledgerHash = hash256FromText(hash);
    if (ledgerHash === undefined) throw new RpcError("invalidParams", "ledgerHashMalformed");
    return ledgers.byHash(ledgerHash) ?? notFound();
  }
  const name = textOf(index);
  switch (name) {
    case "":
    case "current":
      return ledgers.current();
    case "validated":
      return ledgers.validated();
    case "closed":
      return ledgers.closed();
  }
  const ledgerIndex = unsignedFromText(name);
  if (ledgerIndex === undefined) throw new RpcError("invalidParams", "ledgerIndexMalformed");
  return ledgerByIndex(ledgerIndex, ledgers);
}

/** The closed ledger with this index, or the open one. @throws RpcError lgrNotFound */
export function ledgerByIndex(ledgerIndex: number, ledgers: CommandContext["node"]["ledgers"]): Ledger {
  const closed = ledgers.byIndex(ledgerIndex);
  if (closed !== undefined) return closed;
  const current = ledgers.current();
  return current.ledgerIndex === ledgerIndex ? current : notFound();
}

function notFound(): never {
  throw new RpcError("lgrNotFound", "ledgerNotFound");
}

/** How a reply names the ledger that it is about. */
export const ledgerFields = (ledger: Ledger): JsonObject =>
  ledger.hash === undefined
    ? { ledger_current_index: ledger.ledgerIndex, validated: false }
    : { ledger_hash: ledger.hash, ledger_index: ledger.ledgerIndex, validated: ledger.isValidated };
