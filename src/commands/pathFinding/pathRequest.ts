import { isMinusOne } from "../../engine/path/pathfinder.ts";
import type { Ledger } from "../../node/ledger.ts";
import type { KnownPaths, PathAlternative, PathQuery } from "../../node/paths/pathService.ts";
import { isPositive } from "../../protocol/amounts/arithmetic.ts";
import {
  currencyOf,
  issueOf,
  issuerOf,
  nativeAccount,
  nativeCurrency,
} from "../../protocol/amounts/issue.ts";
import { decodeAddress, encodeAddress } from "../../protocol/base58.ts";
import { CodecError } from "../../protocol/codec/codecError.ts";
import { amountFromJson, pathsToJson } from "../../protocol/codec/json.ts";
import { badCurrency, currencyFromJson } from "../../protocol/currency.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Amount, Issue } from "../../protocol/types.ts";
import { accountReserve } from "../../state/view.ts";
import { isSameIssue, issuerFromText } from "../books.ts";
import type { CommandContext } from "../context.ts";
import { hasMember, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from "../json.ts";
import { isGiven, textOf } from "../looseJson.ts";
import { amountJson, type Naming } from "../present.ts";
import { RpcError, type RpcErrorToken } from "../rpcErrors.ts";

/** More source currencies than this are refused. */
const maxSourceCurrencies = 18;

/** A path request that was checked, and what it wants repeated in each reply. */
export interface PathRequest {
  readonly query: PathQuery;
  readonly id: JsonValue | undefined;
}

/** Checks a request without a ledger. Source: PathRequest.cpp, parseJson. @throws RpcError */
export function parsePathRequest(request: JsonObject, naming: Naming): PathRequest {
  if (!hasMember(request, "source_account")) throw new RpcError("srcActMissing");
  if (!hasMember(request, "destination_account")) throw new RpcError("dstActMissing");
  if (!hasMember(request, "destination_amount")) throw new RpcError("dstAmtMissing");
  const source = decodeAddress(textOf(request.source_account));
  if (source === undefined) throw new RpcError("srcActMalformed");
  const destination = decodeAddress(textOf(request.destination_account));
  if (destination === undefined) throw new RpcError("dstActMalformed");

  const destinationAmount = amountOf(request.destination_amount, "dstAmtMalformed", naming);
  const convertsAll = isMinusOne(destinationAmount);
  if (isOddIssue(destinationAmount) || (!convertsAll && !isPositive(destinationAmount))) {
    throw new RpcError("dstAmtMalformed");
  }
  const sendMax = sendMaxOf(request, convertsAll, naming);
  const sourceIssues = sourceIssuesOf(request, source, sendMax, naming);
  const id = member(request, "id");
  return {
    query: { source, destination, destinationAmount, sendMax, sourceIssues },
    id: isGiven(id) ? id : undefined,
  };
}

function amountOf(value: JsonValue | undefined, malformed: RpcErrorToken, { node }: Naming): Amount {
  try {
    return amountFromJson(value, { native: node.settings.nativeCurrency });
  } catch (error) {
    if (error instanceof CodecError) throw new RpcError(malformed);
    throw error;
  }
}

/** A native currency with an issuer, or the native code's letters as an issued one. */
const isOddIssue = (amount: Amount): boolean =>
  (currencyOf(amount) === nativeCurrency && issuerOf(amount) !== nativeAccount) ||
  currencyOf(amount) === badCurrency;

function sendMaxOf(request: JsonObject, convertsAll: boolean, naming: Naming): Amount | undefined {
  if (!hasMember(request, "send_max")) return undefined;
  // To spend a given amount, one must want as much as possible for it.
  if (!convertsAll) throw new RpcError("dstAmtMalformed");
  const sendMax = amountOf(request.send_max, "sendMaxMalformed", naming);
  if (isOddIssue(sendMax) || (!isPositive(sendMax) && !isMinusOne(sendMax)))
    throw new RpcError("sendMaxMalformed");
  return sendMax;
}

function sourceIssuesOf(
  request: JsonObject,
  source: AccountID,
  sendMax: Amount | undefined,
  naming: Naming,
): readonly Issue[] | undefined {
  const list = member(request, "source_currencies");
  if (list === undefined) return undefined;
  if (!isJsonArray(list) || list.length === 0 || list.length > maxSourceCurrencies) {
    throw new RpcError("srcCurMalformed");
  }
  const issues: Issue[] = [];
  for (const element of list) {
    const named = namedIssue(element, source, naming);
    const issue = sendMax === undefined ? named : agreedIssue(named, source, sendMax);
    if (issue !== undefined && !issues.some((other) => isSameIssue(other, issue))) issues.push(issue);
  }
  return issues.length === 0 ? undefined : issues;
}

function namedIssue(element: JsonValue, source: AccountID, { node }: Naming): Issue {
  const parts = isJsonObject(element) ? element : {};
  const code = member(parts, "currency");
  const currency =
    typeof code === "string" ? currencyFromJson(code, node.settings.nativeCurrency) : undefined;
  if (currency === undefined) throw new RpcError("srcCurMalformed");
  const issuer = namedIssuer(parts);
  if (currency === nativeCurrency) {
    if (issuer !== nativeAccount) throw new RpcError("srcCurMalformed");
    return { currency, issuer };
  }
  return { currency, issuer: issuer === nativeAccount ? source : issuer };
}

function namedIssuer(parts: JsonObject): AccountID {
  if (!hasMember(parts, "issuer")) return nativeAccount;
  const { issuer: text } = parts;
  const issuer = typeof text === "string" ? issuerFromText(text) : undefined;
  if (issuer === undefined) throw new RpcError("srcIsrMalformed");
  return issuer;
}

/** A source currency that agrees with what may be spent; undefined for another currency, which does not count. */
function agreedIssue(named: Issue, source: AccountID, sendMax: Amount): Issue | undefined {
  const { currency, issuer } = issueOf(sendMax);
  if (named.currency !== currency) return undefined;
  if (named.issuer !== source && issuer !== source && named.issuer !== issuer)
    throw new RpcError("srcIsrMalformed");
  return { currency, issuer: named.issuer !== source ? named.issuer : issuer };
}

/** Checks a request against a ledger. Source: PathRequest.cpp, isValid. @throws RpcError */
export function checkPathRequest({ query }: PathRequest, ledger: Ledger): void {
  const { source, destination, destinationAmount } = query;
  if (!ledger.has(keylet.account(source))) throw new RpcError("srcActNotFound");
  if (ledger.has(keylet.account(destination))) return;
  // An account that is not there yet can only be paid in the native currency, and enough to begin with.
  if (typeof destinationAmount !== "bigint") throw new RpcError("actNotFound");
  if (!isMinusOne(destinationAmount) && destinationAmount < accountReserve(ledger.fees, 0))
    throw new RpcError("dstAmtMalformed");
}

/** How a request is looked at: at which level, and from what an earlier look found. */
export interface Search {
  readonly level: number;
  /** A first, quick look. */
  readonly isFast: boolean;
  readonly known?: KnownPaths;
}

/** Looks for paths, and answers as path_find and ripple_path_find both do. @throws RpcError */
export async function searchPaths(
  { query, id }: PathRequest,
  ledger: Ledger,
  { level, isFast, known }: Search,
  context: Pick<CommandContext, "node" | "paths">,
): Promise<{ reply: JsonObject; alternatives: readonly PathAlternative[] }> {
  const alternatives = await context.paths.alternatives(ledger, query, level, known);
  if (alternatives === undefined) throw new RpcError("internal");
  const reply = {
    source_account: encodeAddress(query.source),
    destination_account: encodeAddress(query.destination),
    destination_amount: amountJson(query.destinationAmount, context),
    full_reply: !isFast,
    ...(id !== undefined && { id }),
  };
  return { reply, alternatives };
}

/** One way to pay, as both commands show it. */
export function pathJson(
  { sourceAmount, paths, destinationAmount }: PathAlternative,
  naming: Naming,
): JsonObject {
  return {
    source_amount: amountJson(sourceAmount, naming),
    paths_computed: pathsToJson(paths, { native: naming.node.settings.nativeCurrency }),
    ...(destinationAmount !== undefined && { destination_amount: amountJson(destinationAmount, naming) }),
  };
}
