import { nativeAccount, noAccount } from "../../protocol/amounts/issue.ts";
import { decodeAddress } from "../../protocol/base58.ts";
import { currencyFromJson } from "../../protocol/currency.ts";
import type { AccountID, Issue } from "../../protocol/types.ts";
import { type Book, isConsistentIssue, isSameIssue, issuerFromText } from "../books.ts";
import { hasMember, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from "../json.ts";
import { flagOf, textOf } from "../looseJson.ts";
import { RpcError, type RpcErrorToken } from "../rpcErrors.ts";
import { type StreamName, streamNames } from "./subscriptions.ts";

/** The streams that a request names, one by one: earlier ones count even if a later one is refused. */
export function* namedStreams(request: JsonObject): Generator<StreamName> {
  if (!hasMember(request, "streams")) return;
  const { streams } = request;
  if (!isJsonArray(streams)) throw new RpcError("invalidParams");
  for (const name of streams) {
    const stream = name === "rt_transactions" ? "transactions_proposed" : name;
    if (!streamNames.includes(stream as StreamName)) throw new RpcError("malformedStream");
    yield stream as StreamName;
  }
}

/** The accounts in a list; undefined where there is no list. */
export function namedAccounts(request: JsonObject, ...names: readonly string[]): AccountID[] | undefined {
  const name = names.find((candidate) => hasMember(request, candidate));
  if (name === undefined) return undefined;
  const list = member(request, name);
  if (!isJsonArray(list)) throw new RpcError("invalidParams");
  const accounts = list.map((text) => (typeof text === "string" ? decodeAddress(text) : undefined));
  if (accounts.length === 0 || accounts.includes(undefined)) throw new RpcError("actMalformed");
  return accounts as AccountID[];
}

/** One of a request's `books`. */
export interface NamedBook {
  readonly book: Book;
  readonly taker: AccountID | undefined;
  readonly both: boolean;
  readonly snapshot: boolean;
}

/** The books that a request names, one by one: earlier ones count even if a later one is refused. */
export function* namedBooks(request: JsonObject, native: string): Generator<NamedBook> {
  if (!hasMember(request, "books")) return;
  const { books } = request;
  if (!isJsonArray(books)) throw new RpcError("invalidParams");
  for (const named of books) {
    if (!isJsonObject(named)) throw new RpcError("invalidParams");
    const pays = sideOf(named, "taker_pays");
    const gets = sideOf(named, "taker_gets");
    const book: Book = {
      pays: issueOf(pays, "srcCurMalformed", "srcIsrMalformed", native),
      gets: issueOf(gets, "dstAmtMalformed", "dstIsrMalformed", native),
    };
    if (isSameIssue(book.pays, book.gets)) throw new RpcError("badMarket");
    yield {
      book,
      taker: takerOf(named),
      both: flagOf(member(named, "both")) || flagOf(member(named, "both_sides")),
      snapshot: flagOf(member(named, "snapshot")) || flagOf(member(named, "state_now")),
    };
  }
}

function sideOf(named: JsonObject, name: string): JsonObject {
  const side = member(named, name);
  if (side === null) return {};
  if (!isJsonObject(side)) throw new RpcError("invalidParams");
  return side;
}

function issueOf(
  side: JsonObject,
  badCurrency: RpcErrorToken,
  badIssuer: RpcErrorToken,
  native: string,
): Issue {
  const currency = hasMember(side, "currency") ? currencyFromJson(textOf(side.currency), native) : undefined;
  if (currency === undefined) throw new RpcError(badCurrency);
  let issuer: AccountID | undefined = nativeAccount;
  if (hasMember(side, "issuer")) issuer = issuerOf(side.issuer as JsonValue);
  if (issuer === undefined || issuer === noAccount || !isConsistentIssue({ currency, issuer })) {
    throw new RpcError(badIssuer);
  }
  return { currency, issuer };
}

const issuerOf = (value: JsonValue): AccountID | undefined =>
  typeof value === "string" ? issuerFromText(value) : undefined;

function takerOf(named: JsonObject): AccountID | undefined {
  if (!hasMember(named, "taker")) return undefined;
  const taker = decodeAddress(textOf(named.taker));
  if (taker === undefined) throw new RpcError("badIssuer");
  return taker;
}
