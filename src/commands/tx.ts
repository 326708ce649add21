import type { Hash256 } from "../protocol/types.ts";
import { defineCommand, type Kind, optional, type Parameter, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { flag, hash256 } from "./kinds.ts";
import { Inconvertible, textOf, unsignedOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { decodeConciseId, type TransactionPlaceOnNetwork } from "./versions/conciseId.ts";
import { replyForms } from "./versions/replyForms.ts";
import { since2 } from "./versions/since2.ts";

const hashParameter = required(hash256("notImpl"), { missing: "invalidParams" });

const conciseId: Kind<TransactionPlaceOnNetwork> = {
  schema: { type: "string", pattern: "^[Cc][0-9A-Fa-f]{15}$" },
  parse(value) {
    const place = decodeConciseId(textOf(value));
    if (place === undefined) throw new RpcError("invalidParams");
    return place;
  },
};
const conciseIdParameter = since2(optional(conciseId), undefined);

/** The hash of the transaction that `transaction` names; since version 2, or that `ctid` does. */
const wantedTransaction: Parameter<Hash256> = {
  read(request, _name, context) {
    const conciseId = conciseIdParameter.read(request, "ctid", context);
    if (conciseId === undefined) return hashParameter.read(request, "transaction", context);
    if (hasMember(request, "transaction")) throw new RpcError("invalidParams");
    return hashAt(conciseId, context);
  },
  document: () => ({
    transaction: { schema: hash256("notImpl").schema, required: false },
    ...conciseIdParameter.document("ctid"),
  }),
};

function hashAt(place: TransactionPlaceOnNetwork, { node, server }: CommandContext): Hash256 {
  if (place.networkId !== server.networkId) {
    throw new RpcError(
      "wrongNetwork",
      `Wrong network. You should submit this request to a node running on NetworkID: ${place.networkId}`,
    );
  }
  const transaction = node.history.transactionAt(place.ledgerIndex, place.transactionIndex);
  if (transaction === undefined) throw new RpcError("txnNotFound");
  return transaction.hash;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Ledgers to look in. One bound alone counts as none. */
const ledgerRange: Parameter<Range | undefined> = {
  read(request) {
    if (!hasMember(request, "min_ledger") || !hasMember(request, "max_ledger")) return undefined;
    const range = { first: bound(request.min_ledger), last: bound(request.max_ledger) };
    if (range.last < range.first) throw new RpcError("invalidLgrRange");
    if (range.last - range.first > 1000) throw new RpcError("excessiveLgrRange");
    return range;
  },
  document: () => ({
    min_ledger: { schema: { type: "integer", minimum: 1 }, required: false },
    max_ledger: { schema: { type: "integer", minimum: 1 }, required: false },
  }),
};

function bound(value: JsonObject[string]): number {
  try {
    return unsignedOf(value);
  } catch (error) {
    if (error instanceof Inconvertible) throw new RpcError("invalidLgrRange");
    throw error;
  }
}

/** One transaction, wherever it is: in a closed ledger or in the open one. */
export const tx = defineCommand({
  name: "tx",
  summary: "A transaction by its hash, or by its concise id.",
  request: {
    hash: wantedTransaction,
    binary: optional(flag, false),
    range: ledgerRange,
  },

  handle({ hash, binary, range }, context) {
    const { history, ledgers } = context.node;
    const { foundTransaction } = replyForms[context.apiVersion];
    const closed = history.transaction(hash);
    // The range only tells how sure the answer is that there is no such transaction.
    if (closed !== undefined) {
      return foundTransaction(closed, ledgers.byIndex(closed.ledgerIndex), binary, context);
    }
    const open = ledgers.current().transaction(hash);
    if (open === undefined) {
      throw new RpcError("txnNotFound", undefined, range && { searched_all: isComplete(range, context) });
    }
    return foundTransaction(open, undefined, binary, context);
  },
});

/** Every ledger of the range is kept: what is not found in it does not exist. */
const isComplete = ({ first, last }: Range, { node }: CommandContext): boolean =>
  node.ledgers.complete().some((kept) => kept.first <= first && last <= kept.last);
