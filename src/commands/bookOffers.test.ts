import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";

const { alice, bob } = addresses;
const commands = useTestCommands(makeMarket);
const native = { currency: "XAG" };
const usd = { currency: "USD", issuer: alice };
const one = "rrrrrrrrrrrrrrrrrrrrBZbvji";

refuses("book_offers", commands, [
  ["no taker_pays", { taker_gets: usd }, "invalidParams", "Missing field 'taker_pays'."],
  ["no taker_gets", { taker_pays: native }, "invalidParams", "Missing field 'taker_gets'."],
  [
    "a text as taker_pays",
    { taker_pays: "XAG", taker_gets: usd },
    "invalidParams",
    "Invalid field 'taker_pays', not object.",
  ],
  [
    "null as taker_gets",
    { taker_pays: native, taker_gets: null },
    "invalidParams",
    "Missing field 'taker_gets.currency'.",
  ],
  [
    "a number as a currency",
    { taker_pays: { currency: 5 }, taker_gets: usd },
    "invalidParams",
    "Invalid field 'taker_pays.currency', not string.",
  ],
  [
    "an unknown currency to pay",
    { taker_pays: { currency: "USDX" }, taker_gets: usd },
    "srcCurMalformed",
    "Invalid field 'taker_pays.currency', bad currency.",
  ],
  [
    "an unknown currency to get",
    { taker_pays: native, taker_gets: { currency: "U" } },
    "dstAmtMalformed",
    "Invalid field 'taker_gets.currency', bad currency.",
  ],
  [
    "a number as an issuer",
    { taker_pays: native, taker_gets: { currency: "USD", issuer: 5 } },
    "invalidParams",
    "Invalid field 'taker_gets.issuer', not string.",
  ],
  [
    "an issuer that is no account",
    { taker_pays: { currency: "USD", issuer: "x" }, taker_gets: native },
    "srcIsrMalformed",
    "Invalid field 'taker_pays.issuer', bad issuer.",
  ],
  [
    "account one",
    { taker_pays: native, taker_gets: { currency: "USD", issuer: one } },
    "dstIsrMalformed",
    "Invalid field 'taker_gets.issuer', bad issuer account one.",
  ],
  [
    "an issuer of the native currency",
    { taker_pays: { currency: "XAG", issuer: alice }, taker_gets: usd },
    "srcIsrMalformed",
    "Unneeded field 'taker_pays.issuer' for XAG currency specification.",
  ],
  [
    "no issuer of another one",
    { taker_pays: native, taker_gets: { currency: "USD" } },
    "dstIsrMalformed",
    "Invalid field 'taker_gets.issuer', expected non-XAG issuer.",
  ],
  [
    "a number as a taker",
    { taker_pays: native, taker_gets: usd, taker: 5 },
    "invalidParams",
    "Invalid field 'taker', not string.",
  ],
  [
    "a taker that is no account",
    { taker_pays: native, taker_gets: usd, taker: "x" },
    "invalidParams",
    "Invalid field 'taker'.",
  ],
  ["one thing on both sides", { taker_pays: usd, taker_gets: usd }, "badMarket"],
  [
    "a text as a limit",
    { taker_pays: native, taker_gets: usd, limit: "x" },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  ...ledgerRefusals({ taker_pays: native, taker_gets: usd }),
]);

test("tells the offers of a book, and what their owners have", async () => {
  const reply = await commands().ask("book_offers", { taker_pays: native, taker_gets: usd });
  expect(reply.offers).toMatchObject([
    { Account: bob, TakerPays: "5000000", quality: "500000", owner_funds: "100" },
  ]);
  expect(
    (await commands().ask("book_offers", { taker_pays: native, taker_gets: usd, limit: 0 })).offers,
  ).toEqual([]);
});
