import { defineCommand, optional, type Parameter, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { flag, hash256 } from "./kinds.ts";
import { Inconvertible, unsignedOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { replyForms } from "./versions/replyForms.ts";

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
  summary: "A transaction by its hash.",
  request: {
    transaction: required(hash256("notImpl"), { missing: "invalidParams" }),
    binary: optional(flag, false),
    range: ledgerRange,
  },

  handle({ transaction: hash, binary, range }, context) {
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
