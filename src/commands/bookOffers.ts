import { nativeAccount, nativeCurrency, noAccount } from "../protocol/amounts/issue.ts";
import { decodeAddress } from "../protocol/base58.ts";
import { currencyFromJson } from "../protocol/currency.ts";
import type { AccountID, Currency, Issue } from "../protocol/types.ts";
import { bookPage } from "./bookPage.ts";
import { type Book, isSameIssue, issuerFromText } from "./books.ts";
import { defineCommand, type Parameter } from "./command.ts";
import { hasMember, isJsonObject, type JsonObject, type JsonValue, member } from "./json.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { limit } from "./paging.ts";
import { invalidField, missingField, RpcError, type RpcErrorToken, unexpectedField } from "./rpcErrors.ts";

/** One side of a book: its parameter, and the tokens of its errors. */
interface Side {
  readonly name: "taker_pays" | "taker_gets";
  readonly badCurrency: RpcErrorToken;
  readonly badIssuer: RpcErrorToken;
}
const paysSide: Side = { name: "taker_pays", badCurrency: "srcCurMalformed", badIssuer: "srcIsrMalformed" };
const getsSide: Side = { name: "taker_gets", badCurrency: "dstAmtMalformed", badIssuer: "dstIsrMalformed" };

/** The book, and who asks: his own issue costs him no transfer fee. */
interface Market {
  readonly book: Book;
  readonly taker: AccountID;
}

/** Both sides are checked by turns: first that they are there, then currencies, then issuers. */
const market: Parameter<Market> = {
  read(request, _name, { node }) {
    const native = node.settings.nativeCurrency;
    for (const { name } of [paysSide, getsSide]) if (!hasMember(request, name)) throw missingField(name);
    const pays = objectOrNull(request, paysSide);
    const gets = objectOrNull(request, getsSide);
    checkCurrencyText(paysSide, pays);
    checkCurrencyText(getsSide, gets);
    const paysCurrency = currencyOf(paysSide, pays, native);
    const getsCurrency = currencyOf(getsSide, gets, native);
    const book: Book = {
      pays: issueOf(paysSide, pays, paysCurrency, native),
      gets: issueOf(getsSide, gets, getsCurrency, native),
    };
    const taker = takerOf(request);
    if (isSameIssue(book.pays, book.gets)) throw new RpcError("badMarket");
    return { book, taker };
  },
  document: () => {
    const schema = {
      type: "object",
      properties: { currency: { type: "string" }, issuer: { type: "string" } },
      required: ["currency"],
    };
    return {
      taker_pays: { schema, required: true },
      taker_gets: { schema, required: true },
      taker: { schema: { type: "string" }, required: false },
    };
  },
};

function objectOrNull(request: JsonObject, { name }: Side): JsonObject {
  const value = request[name] as JsonValue;
  if (value === null) return {};
  if (!isJsonObject(value)) throw new RpcError("invalidParams", `Invalid field '${name}', not object.`);
  return value;
}

function checkCurrencyText({ name }: Side, object: JsonObject): void {
  if (!hasMember(object, "currency")) throw missingField(`${name}.currency`);
  if (typeof object.currency !== "string") throw unexpectedField(`${name}.currency`, "string");
}

function currencyOf({ name, badCurrency }: Side, { currency }: JsonObject, native: string): Currency {
  const id = currencyFromJson(currency as string, native);
  if (id === undefined) throw new RpcError(badCurrency, `Invalid field '${name}.currency', bad currency.`);
  return id;
}

function issueOf({ name, badIssuer }: Side, object: JsonObject, currency: Currency, native: string): Issue {
  const field = `${name}.issuer`;
  const bad = (message: string): RpcError => new RpcError(badIssuer, message);
  let issuer: AccountID = nativeAccount;
  if (hasMember(object, "issuer")) {
    const text = member(object, "issuer");
    if (typeof text !== "string") throw unexpectedField(field, "string");
    const named = issuerFromText(text);
    if (named === undefined) throw bad(`Invalid field '${field}', bad issuer.`);
    if (named === noAccount) throw bad(`Invalid field '${field}', bad issuer account one.`);
    issuer = named;
  }
  const isNative = currency === nativeCurrency;
  if (isNative && issuer !== nativeAccount) {
    throw bad(`Unneeded field '${field}' for ${native} currency specification.`);
  }
  if (!isNative && issuer === nativeAccount)
    throw bad(`Invalid field '${field}', expected non-${native} issuer.`);
  return { currency, issuer };
}

function takerOf(request: JsonObject): AccountID {
  const value = member(request, "taker");
  if (value === undefined) return nativeAccount;
  if (typeof value !== "string") throw unexpectedField("taker", "string");
  const account = decodeAddress(value);
  if (account === undefined) throw invalidField("taker");
  return account;
}

/** Offers to trade one thing for another, best first. */
export const bookOffers = defineCommand({
  name: "book_offers",
  summary: "The offers of an order book.",
  request: {
    ledger: ledgerSelector,
    market,
    limit: limit({ least: 0, otherwise: 300, most: 400 }),
  },
  source: "chosen ledger",
  // For each offer its owner's funds are looked up.
  isHeavy: ({ limit: rows }) => rows > 50,

  handle: ({ ledger, market: { book, taker }, limit: rows }, context) => ({
    offers: bookPage(ledger, book, taker, rows, context),
    ...ledgerFields(ledger),
  }),
});
