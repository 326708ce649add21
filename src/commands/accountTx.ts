import type { AccountTransactionsMarker } from "../node/history.ts";
import type { Ledger } from "../node/ledger.ts";
import { address } from "./accounts.ts";
import { defineCommand, type Kind, optional, type Parameter, required } from "./command.ts";
import { type CommandContext, isUnlimited } from "./context.ts";
import { hasMember, isJsonObject, type JsonObject, type JsonValue, member } from "./json.ts";
import { hash256FromText, unsigned } from "./kinds.ts";
import { ledgerByIndex } from "./ledgerSelector.ts";
import { integerOf, isUnsigned, textOf, unsignedOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { flagStrictSince2 } from "./versions/flagStrictSince2.ts";
import { replyForms } from "./versions/replyForms.ts";
import { requestRules } from "./versions/requestRules.ts";

/** Rows of a page, where less is not asked for. */
const pageLengths = { json: 200, binary: 500 };
const maxUnsigned = 0xffff_ffff;
/** With metadata, so many rows take half a millisecond. */
const rowsAtHand = 60;

interface Range {
  readonly first: number;
  readonly last: number;
}

/** What the request says of ledgers, not yet compared with what is kept. */
type WantedLedgers =
  | { readonly range: Range }
  | { readonly one: (context: CommandContext) => Ledger }
  | undefined;

const wantedLedgers: Parameter<WantedLedgers> = {
  read(request, _name, { apiVersion }) {
    const hasHash = hasMember(request, "ledger_hash");
    const hasIndex = hasMember(request, "ledger_index");
    if (hasMember(request, "ledger_index_min") || hasMember(request, "ledger_index_max")) {
      if (requestRules[apiVersion].rangesAreStrict && (hasHash || hasIndex)) {
        throw new RpcError("invalidParams");
      }
      return {
        range: {
          first: bound(request, "ledger_index_min", 0),
          last: bound(request, "ledger_index_max", maxUnsigned),
        },
      };
    }
    if (hasHash) return byHash(request.ledger_hash as JsonValue);
    return hasIndex ? byIndex(request.ledger_index as JsonValue) : undefined;
  },
  document: () => {
    const bounds = { schema: { type: "integer", default: -1 }, required: false };
    return {
      ledger_index_min: bounds,
      ledger_index_max: bounds,
      ledger_hash: { schema: { type: "string", pattern: "^[0-9A-Fa-f]{64}$" }, required: false },
      ledger_index: { schema: { anyOf: [{ type: "integer" }, { type: "string" }] }, required: false },
    };
  },
};

/** A bound; negative, like absent, means as far as there are ledgers. */
function bound(request: JsonObject, name: string, otherwise: number): number {
  const value = member(request, name);
  return value === undefined || integerOf(value) < 0 ? otherwise : unsignedOf(value);
}

function byHash(value: JsonValue): WantedLedgers {
  if (typeof value !== "string") throw new RpcError("invalidParams", "ledgerHashNotString");
  const hash = hash256FromText(value);
  if (hash === undefined) throw new RpcError("invalidParams", "ledgerHashMalformed");
  return {
    one: ({ node }) => {
      const ledger = node.ledgers.byHash(hash);
      if (ledger === undefined) throw new RpcError("lgrNotFound", "ledgerNotFound");
      return ledger;
    },
  };
}

function byIndex(value: JsonValue): WantedLedgers {
  if (typeof value === "number" || typeof value === "boolean") {
    const index = unsignedOf(value);
    return { one: ({ node }) => ledgerByIndex(index, node.ledgers) };
  }
  switch (textOf(value)) {
    case "":
    case "current":
      return { one: ({ node }) => node.ledgers.current() };
    case "closed":
      return { one: ({ node }) => node.ledgers.closed() };
    case "validated":
      return { one: ({ node }) => node.ledgers.validated() };
  }
  throw new RpcError("invalidParams", "ledger_index string malformed");
}

const markerKind: Kind<AccountTransactionsMarker> = {
  schema: { type: "object", description: "What the page before gave; opaque." },
  parse(value) {
    const { ledger, seq } = isJsonObject(value) ? value : {};
    if (!isConvertible(ledger) || !isConvertible(seq)) {
      throw new RpcError(
        "invalidParams",
        "invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field",
      );
    }
    return { ledgerIndex: unsignedOf(ledger), transactionIndex: unsignedOf(seq) };
  },
};

const isConvertible = (value: JsonValue | undefined): boolean =>
  value === null || typeof value === "boolean" || isUnsigned(value);

/** The transactions that affected an account, newest first or oldest first. */
export const accountTx = defineCommand({
  name: "account_tx",
  summary: "The transactions that affected an account.",
  request: {
    limit: optional(unsigned, 0),
    binary: optional(flagStrictSince2(), false),
    forward: optional(flagStrictSince2(), false),
    account: required(
      address(() => new RpcError("actMalformed")),
      { missing: "invalidParams", checked: "in turn" },
    ),
    ledgers: wantedLedgers,
    marker: optional(markerKind),
  },
  source: "closed ledgers",
  isHeavy: ({ limit }) => limit === 0 || limit > rowsAtHand,

  handle({ limit, binary, forward, account, ledgers, marker }, context) {
    const { accountTransaction } = replyForms[context.apiVersion];
    const { first, last } = rangeOf(ledgers, context);
    const longest = binary ? pageLengths.binary : pageLengths.json;
    const rows =
      limit === 0 || limit === maxUnsigned || (limit > longest && !isUnlimited(context)) ? longest : limit;
    const page = pageOf(
      { account, minLedger: first, maxLedger: last, forward, limit: rows, marker },
      context,
    );
    return {
      validated: true,
      limit,
      account: textOf(context.request.account),
      ledger_index_min: first,
      ledger_index_max: last,
      transactions: page.transactions.map((transaction) =>
        accountTransaction(
          transaction,
          context.node.ledgers.byIndex(transaction.ledgerIndex),
          binary,
          context,
        ),
      ),
      ...(page.marker !== undefined && {
        marker: { ledger: page.marker.ledgerIndex, seq: page.marker.transactionIndex },
      }),
    };
  },
});

/** The ledgers to look at, of those that are kept. */
function rangeOf(wanted: WantedLedgers, context: CommandContext): Range {
  const rules = requestRules[context.apiVersion];
  const kept = context.node.ledgers.complete();
  const first = kept[0]?.first;
  const last = kept.at(-1)?.last;
  if (first === undefined || last === undefined) throw new RpcError(rules.noLedgerKept);
  if (wanted === undefined) return { first, last };
  if ("one" in wanted) {
    const { ledgerIndex, isValidated } = wanted.one(context);
    if (!isValidated || ledgerIndex > last || ledgerIndex < first) throw new RpcError("lgrNotValidated");
    return { first: ledgerIndex, last: ledgerIndex };
  }
  const { range } = wanted;
  if (
    rules.rangesAreStrict &&
    ((range.last !== maxUnsigned && range.last > last) || (range.first !== 0 && range.first < first))
  ) {
    throw new RpcError("lgrIdxMalformed");
  }
  const within = { first: Math.max(first, range.first), last: Math.min(last, range.last) };
  if (within.last < within.first) throw new RpcError(rules.emptyRange);
  return within;
}

type PageQuery = Parameters<CommandContext["node"]["history"]["accountTransactions"]>[0];

/** A page. A marker that is none of the account's transactions leads nowhere. */
function pageOf(
  query: PageQuery,
  { node }: CommandContext,
): ReturnType<typeof node.history.accountTransactions> {
  const page = node.history.accountTransactions(query);
  if (query.marker === undefined) return page;
  const begin = page.transactions[0];
  const isThere =
    begin?.ledgerIndex === query.marker.ledgerIndex &&
    begin.transactionIndex === query.marker.transactionIndex;
  return isThere ? page : { transactions: [], marker: undefined };
}
