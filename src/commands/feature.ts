import { type AmendmentName, amendmentNames } from "../protocol/amendments.ts";
import { sha512Half } from "../protocol/digests.ts";
import { keylet } from "../protocol/keylets.ts";
import { laterAmendmentNames } from "../protocol/laterAmendments.ts";
import type { Hash256 } from "../protocol/types.ts";
import { amendmentId, amendmentName } from "../state/rules.ts";
import { defineCommand, type InputOf, optional } from "./command.ts";
import { type CommandContext, isAdmin } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { flag, hash256FromText, text } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";

const name = "feature";
const summary = "The amendments that this server knows, and which of them are in force.";
const request = { feature: optional(text), vetoed: optional(flag) };

/** The ledger's amendments, and this server's vote on those to come. */
export const feature = defineCommand({
  name,
  summary,
  permission: "admin",
  apiVersions: [1],
  request,
  handle: (input, context) => answer(input, context, { shownIds: shownIds1, featureJson: featureJson1 }),
});

/** Since version 2 everybody may ask, and only administrators vote; amendments of newer servers are shown too. */
export const featureForAll = defineCommand({
  name,
  summary,
  apiVersions: [2],
  request,

  handle(input, context) {
    if (input.vetoed !== undefined && !isAdmin(context)) throw new RpcError("noPermission");
    return answer(input, context, { shownIds: shownIds2, featureJson: featureJson2 });
  },
});

/** What one version shows. */
interface Form {
  shownIds(state: AmendmentState): Hash256[];
  featureJson(id: Hash256, state: AmendmentState, context: CommandContext): JsonObject;
}

function answer(
  { feature: wanted, vetoed }: InputOf<typeof request>,
  context: CommandContext,
  { shownIds, featureJson }: Form,
): JsonObject {
  const state = amendmentState(context);
  const ids = shownIds(state);
  if (wanted === undefined) {
    return { features: Object.fromEntries(ids.map((id) => [id, featureJson(id, state, context)])) };
  }
  const id = ids.find((known) => nameOf(known) === wanted) ?? hash256FromText(wanted);
  if (id === undefined || id === noAmendment) throw new RpcError("badFeature");
  if (vetoed !== undefined) vote(id, !vetoed, context);
  return { [id]: featureJson(id, state, context) };
}

/** Only what this server could apply gets its vote. */
function vote(id: Hash256, isFor: boolean, { vetoes, node }: CommandContext): void {
  if (isFor) {
    vetoes.delete(id);
    if (isVotable(id)) node.amendmentVotes.add(id);
  } else {
    vetoes.add(id);
    node.amendmentVotes.delete(id);
  }
}

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

/** Amendments that nobody can vote for here: they are shown only where a ledger has them. */
const notVotable: ReadonlySet<AmendmentName> = new Set(["NegativeUNL"]);
const votableIds = amendmentNames.filter((known) => !notVotable.has(known)).map(amendmentId);
const isVotable = (id: Hash256): boolean => votableIds.includes(id);

const laterNamesById: ReadonlyMap<Hash256, string> = new Map(
  laterAmendmentNames.map((later) => [sha512Half(Buffer.from(later, "latin1")), later]),
);
const nameOf = (id: Hash256): string | undefined => amendmentName(id) ?? laterNamesById.get(id);

const shownIds1 = ({ enabled }: AmendmentState): Hash256[] =>
  [...new Set([...votableIds, ...enabled])].sort();

const shownIds2 = ({ enabled }: AmendmentState): Hash256[] =>
  [...new Set([...votableIds, ...laterNamesById.keys(), ...enabled])].sort();

const majorityOf = (id: Hash256, { majorities }: AmendmentState): JsonObject => {
  const majority = majorities.get(id);
  return majority === undefined ? {} : { majority };
};

function featureJson1(id: Hash256, state: AmendmentState, { vetoes }: CommandContext): JsonObject {
  if (!state.enabled.has(id) && !isVotable(id)) return majorityOf(id, state);
  return {
    name: amendmentName(id),
    supported: amendmentName(id) !== undefined,
    vetoed: vetoes.has(id),
    enabled: state.enabled.has(id),
    ...majorityOf(id, state),
  };
}

/** How a vote stands is for administrators, and only while there is something to vote on. */
function featureJson2(id: Hash256, state: AmendmentState, context: CommandContext): JsonObject {
  const enabled = state.enabled.has(id);
  if (!enabled && !isVotable(id) && !laterNamesById.has(id)) throw new RpcError("badFeature");
  return {
    name: nameOf(id),
    supported: amendmentName(id) !== undefined,
    ...(!enabled && isAdmin(context) && { vetoed: !isVotable(id) || context.vetoes.has(id) }),
    enabled,
    ...majorityOf(id, state),
  };
}
