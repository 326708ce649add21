import { afterEach, expect, test } from "vitest";
import {
  addresses,
  refuses,
  startTestCommands,
  type TestCommands,
  testSubscriber,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import { usd } from "../../test/support/testLedger.ts";
import { rich } from "../../test/support/testNode.ts";
import { encodeAddress } from "../protocol/base58.ts";
import type { JsonObject } from "./json.ts";

const { alice, bob } = addresses;
const native = { currency: "XAG" };
const dollars = { currency: "USD", issuer: alice };
const one = "rrrrrrrrrrrrrrrrrrrrBZbvji";

const refusals = [
  ["a text as streams", { streams: "ledger" }, "invalidParams"],
  ["an unknown stream", { streams: ["gossip"] }, "malformedStream"],
  ["a number as a stream", { streams: [5] }, "malformedStream"],
  ["a text as accounts", { accounts: alice }, "invalidParams"],
  ["no accounts", { accounts: [] }, "actMalformed"],
  ["an account that is none", { accounts: [alice, "x"] }, "actMalformed"],
  ["a number as an account", { accounts_proposed: [5] }, "actMalformed"],
  ["a text as books", { books: "x" }, "invalidParams"],
  ["an empty book", { books: [{}] }, "invalidParams"],
  ["a text as a side", { books: [{ taker_pays: "XAG", taker_gets: dollars }] }, "invalidParams"],
  ["no currency to pay", { books: [{ taker_pays: {}, taker_gets: dollars }] }, "srcCurMalformed"],
  [
    "an issuer that is none",
    { books: [{ taker_pays: { currency: "USD", issuer: "x" }, taker_gets: native }] },
    "srcIsrMalformed",
  ],
  [
    "account one",
    { books: [{ taker_pays: { currency: "USD", issuer: one }, taker_gets: native }] },
    "srcIsrMalformed",
  ],
  [
    "an unknown currency to get",
    { books: [{ taker_pays: native, taker_gets: { currency: "U" } }] },
    "dstAmtMalformed",
  ],
  [
    "no issuer to get from",
    { books: [{ taker_pays: native, taker_gets: { currency: "USD" } }] },
    "dstIsrMalformed",
  ],
  ["one thing on both sides", { books: [{ taker_pays: native, taker_gets: native }] }, "badMarket"],
  ["a taker that is none", { books: [{ taker_pays: native, taker_gets: dollars, taker: "x" }] }, "badIssuer"],
] as const;
const shared = useTestCommands();
for (const command of ["subscribe", "unsubscribe"]) {
  refuses(command, shared, refusals, { subscriber: testSubscriber() });
  refuses(command, shared, [["a caller whom nothing can be told", { streams: ["ledger"] }, "invalidParams"]]);
  refuses(command, shared, [["a URL of limited callers", { url: "http://127.0.0.1:1/" }, "noPermission"]], {
    role: "guest",
  });
}
refuses("subscribe", shared, [
  ["a URL that is none", { url: "here" }, "invalidParams", "Failed to parse url."],
  [
    "a URL of another kind",
    { url: "ftp://127.0.0.1/" },
    "invalidParams",
    "Only http and https is supported.",
  ],
]);
refuses(
  "subscribe",
  shared,
  [["who the peers are to limited callers", { streams: ["peer_status"] }, "noPermission"]],
  {
    role: "guest",
    subscriber: testSubscriber(),
  },
);

let commands: TestCommands;
afterEach(() => commands?.stop());

const typesOf = (messages: readonly JsonObject[]): unknown[] =>
  messages.map(({ type, status, validated }) => (type === "transaction" ? `${status} ${validated}` : type));

test("tells of ledgers, and of transactions before and after", async () => {
  commands = await startTestCommands();
  const { ask, submit, node } = commands;
  const subscriber = testSubscriber();
  const greeting = await ask(
    "subscribe",
    { streams: ["ledger", "transactions", "transactions_proposed", "consensus", "book_changes"] },
    { subscriber },
  );
  expect(greeting).toEqual({
    ledger_index: 2,
    ledger_hash: node.ledgers.closed().hash,
    ledger_time: expect.any(Number),
    fee_base: 10,
    fee_ref: 10,
    reserve_base: 1_000_000,
    reserve_inc: 200_000,
    validated_ledgers: "2",
  });
  await submit({ TransactionType: "AccountSet", Account: rich.alice });
  await node.closeLedger();
  await node.settled();
  expect(typesOf(subscriber.heard)).toEqual([
    "proposed false",
    "ledgerClosed",
    "consensusPhase",
    "consensusPhase",
    "bookChanges",
    // once for each of the two streams
    "closed true",
    "closed true",
  ]);
  await ask(
    "unsubscribe",
    { streams: ["ledger", "transactions", "consensus", "book_changes"] },
    { subscriber },
  );
  subscriber.heard.length = 0;
  await node.closeLedger();
  await node.settled();
  expect(subscriber.heard).toEqual([]);
});

test("tells of accounts once, however many of them a transaction touches", async () => {
  commands = await startTestCommands();
  const { ask, submit, node } = commands;
  const [validated, proposed] = [testSubscriber(), testSubscriber()];
  await ask("subscribe", { accounts: [alice, bob] }, { subscriber: validated });
  await ask("subscribe", { accounts_proposed: [bob] }, { subscriber: proposed });
  await submit({ TransactionType: "Payment", Account: rich.alice, Destination: rich.bob.id, Amount: 5n });
  await submit({ TransactionType: "AccountSet", Account: rich.carol });
  await node.closeLedger();
  await node.settled();
  expect(typesOf(validated.heard)).toEqual(["closed true"]);
  expect(typesOf(proposed.heard)).toEqual(["proposed false", "closed true"]);
  expect(validated.heard[0]).toMatchObject({
    transaction: { Account: alice, date: expect.any(Number), hash: expect.any(String) },
    meta: { delivered_amount: "5" },
    engine_result: "tesSUCCESS",
    ledger_index: 3,
  });
});

test("each subscriber gets the version that he asked in", async () => {
  commands = await startTestCommands();
  const { ask, submit, node } = commands;
  const [old, recent] = [testSubscriber(), testSubscriber()];
  await ask("subscribe", { streams: ["transactions"] }, { subscriber: old });
  await ask("subscribe", { streams: ["transactions", "ledger"] }, { subscriber: recent, apiVersion: 2 });
  await submit({ TransactionType: "Payment", Account: rich.alice, Destination: rich.bob.id, Amount: 5n });
  await node.closeLedger();
  await node.settled();
  expect(old.heard[0]).toHaveProperty("transaction.hash");
  expect(recent.heard).toMatchObject([
    { type: "ledgerClosed", network_id: 0 },
    { tx_json: { DeliverMax: "5" }, hash: expect.any(String), close_time_iso: expect.any(String) },
  ]);
});

test("books: offers that there are, and transactions that touch them", async () => {
  commands = await startTestCommands();
  const { ask, submit, node } = commands;
  await submit({ TransactionType: "AccountSet", Account: rich.alice, SetFlag: 8 });
  await submit({
    TransactionType: "OfferCreate",
    Account: rich.alice,
    TakerPays: 100n,
    TakerGets: usd(1, rich.alice),
  });
  await node.closeLedger();
  const subscriber = testSubscriber();
  const book = { taker_pays: native, taker_gets: dollars };
  const offer = expect.objectContaining({ Account: alice, TakerPays: "100" });
  expect(await ask("subscribe", { books: [{ ...book, snapshot: true }] }, { subscriber })).toEqual({
    offers: [offer],
  });
  expect(
    await ask("subscribe", { books: [{ ...book, both: true, snapshot: true }] }, { subscriber }),
  ).toEqual({
    bids: [offer],
    asks: [],
  });
  await submit({
    TransactionType: "OfferCreate",
    Account: rich.alice,
    TakerPays: 200n,
    TakerGets: usd(1, rich.alice),
  });
  await submit({ TransactionType: "AccountSet", Account: rich.alice });
  await node.closeLedger();
  await node.settled();
  expect(subscriber.heard).toMatchObject([{ type: "transaction", transaction: { TakerPays: "200" } }]);
  await ask("unsubscribe", { books: [{ ...book, both: true }] }, { subscriber });
  await submit({
    TransactionType: "OfferCreate",
    Account: rich.alice,
    TakerPays: 300n,
    TakerGets: usd(1, rich.alice),
  });
  await node.closeLedger();
  await node.settled();
  expect(subscriber.heard).toHaveLength(1);
});

test("the server stream greets, and tells of a status once until it changes", async () => {
  commands = await startTestCommands();
  const { ask, submit } = commands;
  const subscriber = testSubscriber();
  expect(await ask("subscribe", { streams: ["server"] }, { subscriber })).toMatchObject({
    hostid: "test-host",
    load_base: 256,
    load_factor: 256,
    random: expect.any(String),
    server_status: "full",
    stand_alone: true,
  });
  await submit({ TransactionType: "AccountSet", Account: rich.alice });
  await submit({ TransactionType: "AccountSet", Account: rich.alice });
  expect(typesOf(subscriber.heard)).toEqual(["serverStatus"]);
});

test("a limited connection may listen to 10,000 things; others to more", async () => {
  commands = await startTestCommands();
  const { ask } = commands;
  const many = (from: number) =>
    Array.from({ length: 5000 }, (_, i) =>
      encodeAddress((from + i).toString(16).toUpperCase().padStart(40, "0")),
    );
  const limited = testSubscriber();
  const unlimited = { ...testSubscriber(), isUnlimited: true };
  for (const subscriber of [limited, unlimited]) {
    expect(await ask("subscribe", { accounts: many(5) }, { subscriber })).toEqual({});
    expect(await ask("subscribe", { accounts: many(5005) }, { subscriber })).toEqual({});
    // What it listens to already is not counted again.
    expect(await ask("subscribe", { accounts: many(5) }, { subscriber })).toEqual({});
  }
  const another = { streams: ["ledger"] };
  expect(await ask("subscribe", another, { subscriber: limited })).toMatchObject({ error: "slowDown" });
  expect(await ask("subscribe", another, { subscriber: unlimited })).toMatchObject({ ledger_index: 2 });
  await ask("unsubscribe", { accounts: many(5) }, { subscriber: limited });
  expect(await ask("subscribe", another, { subscriber: limited })).toMatchObject({ ledger_index: 2 });
});

test("one reply shows so many offers and no more, unless the caller is free of limits", async () => {
  commands = await startTestCommands();
  const { ask, submit, node } = commands;
  for (let price = 1; price <= 60; price++) {
    const offer = { TransactionType: "OfferCreate", TakerPays: BigInt(price), TakerGets: usd(1, rich.alice) };
    await submit({ ...offer, Account: rich.alice, Fee: 1_000_000n });
  }
  await node.closeLedger();
  const books = (count: number) =>
    Array.from({ length: count }, () => ({ taker_pays: native, taker_gets: dollars, snapshot: true }));
  const guest = { role: "guest", subscriber: testSubscriber() } as const;
  const shown = await ask("subscribe", { books: books(100) }, guest);
  expect(shown.offers).toHaveLength(6000);
  expect(await ask("subscribe", { books: books(101) }, guest)).toMatchObject({ error: "slowDown" });
  const all = await ask("subscribe", { books: books(101) }, { subscriber: testSubscriber() });
  expect(all.offers).toHaveLength(6060);
});

test("a stream that is named over and over greets once", async () => {
  commands = await startTestCommands();
  const subscriber = testSubscriber();
  const started = performance.now();
  const streams = Array.from({ length: 90_000 }, () => "server");
  expect(await commands.ask("subscribe", { streams }, { subscriber })).toHaveProperty("random");
  expect(performance.now() - started).toBeLessThan(500);
});

test("a URL is not kept where nothing came of its subscription", async () => {
  commands = await startTestCommands();
  const { ask, urlSubscribers } = commands;
  const url = "http://127.0.0.1:1/";
  expect(await ask("subscribe", { url, streams: ["gossip"] })).toMatchObject({ error: "malformedStream" });
  expect(urlSubscribers.find(url)).toBeUndefined();
  expect(await ask("subscribe", { url, streams: ["ledger", "gossip"] })).toMatchObject({
    error: "malformedStream",
  });
  expect(urlSubscribers.find(url)).toBeDefined();
});
