import { type AmendmentName, amendmentNames } from "../protocol/amendments.ts";
import { keylet } from "../protocol/keylets.ts";
import type { Hash256 } from "../protocol/types.ts";
import { amendmentId, amendmentName } from "../state/rules.ts";
import { defineCommand, optional } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { flag, hash256FromText, text } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";

/** Amendments that nobody can vote for here: they are shown only where a ledger has them. */
const notVotable: ReadonlySet<AmendmentName> = new Set(["NegativeUNL"]);

/** The ledger's amendments, and this server's vote on those to come. */
export const feature = defineCommand({
  name: "feature",
  summary: "The amendments that this server knows, and which of them are in force.",
  permission: "admin",
  request: { feature: optional(text), vetoed: optional(flag) },

  handle({ feature: wanted, vetoed }, context) {
    const state = amendmentState(context);
    if (wanted === undefined) return { features: allFeatures(state, context) };
    const id = listedIds(state).find((known) => amendmentName(known) === wanted) ?? hash256FromText(wanted);
    if (id === undefined || id === noAmendment) throw new RpcError("badFeature");
    if (vetoed !== undefined) {
      if (vetoed) {
        context.vetoes.add(id);
        context.node.amendmentVotes.delete(id);
      } else {
        context.vetoes.delete(id);
        context.node.amendmentVotes.add(id);
      }
    }
    return { [id]: featureJson(id, state, context) };
  },
});

const noAmendment = "0".repeat(64);

interface AmendmentState {
  readonly enabled: ReadonlySet<Hash256>;
  /** When a majority was reached, in ledger time. */
  readonly majorities: ReadonlyMap<Hash256, number>;
}

function amendmentState({ node }: CommandContext): AmendmentState {
  const entry = node.ledgers.validated().read(keylet.amendments());
  return {
    enabled: new Set(entry?.Amendments),
    majorities: new Map(entry?.Majorities?.map(({ Majority }) => [Majority.Amendment, Majority.CloseTime])),
  };
}

function listedIds({ enabled }: AmendmentState): Hash256[] {
  const votable = amendmentNames.filter((name) => !notVotable.has(name)).map(amendmentId);
  return [...new Set([...votable, ...enabled])].sort();
}

const allFeatures = (state: AmendmentState, context: CommandContext): JsonObject =>
  Object.fromEntries(listedIds(state).map((id) => [id, featureJson(id, state, context)]));

function featureJson(id: Hash256, state: AmendmentState, { vetoes }: CommandContext): JsonObject {
  const majority = state.majorities.get(id);
  const since = majority === undefined ? {} : { majority };
  const name = amendmentName(id);
  const isListed = state.enabled.has(id) || (name !== undefined && !notVotable.has(name));
  if (!isListed) return since;
  return {
    name,
    supported: name !== undefined,
    vetoed: vetoes.has(id),
    enabled: state.enabled.has(id),
    ...since,
  };
}
