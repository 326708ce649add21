import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  type Refusal,
  refuses,
  testSubscriber,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import type { JsonObject } from "./json.ts";

const { alice, bob, carol, dave } = addresses;
const commands = useTestCommands(makeMarket);
const absent = "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk";
const dollars = (value: string): JsonObject => ({ currency: "USD", issuer: alice, value });
const payment = { source_account: bob, destination_account: carol, destination_amount: dollars("5") };
const toSpend = { ...payment, destination_amount: "-1" };

const refusals: readonly Refusal[] = [
  ["no source", {}, "srcActMissing"],
  ["no destination", { source_account: bob }, "dstActMissing"],
  ["no amount", { source_account: bob, destination_account: carol }, "dstAmtMissing"],
  ["a source that is no account", { ...payment, source_account: "x" }, "srcActMalformed"],
  ["a destination that is no account", { ...payment, destination_account: "x" }, "dstActMalformed"],
  ["an amount that is none", { ...payment, destination_amount: "x" }, "dstAmtMalformed"],
  ["an amount of nothing", { ...payment, destination_amount: "0" }, "dstAmtMalformed"],
  ["a negative amount", { ...payment, destination_amount: dollars("-2") }, "dstAmtMalformed"],
  ["a limit on what must arrive", { ...payment, send_max: dollars("1") }, "dstAmtMalformed"],
  ["a limit that is none", { ...toSpend, send_max: "x" }, "sendMaxMalformed"],
  ["a limit of nothing", { ...toSpend, send_max: "0" }, "sendMaxMalformed"],
  ["no source currencies", { ...payment, source_currencies: [] }, "srcCurMalformed"],
  [
    "too many source currencies",
    { ...payment, source_currencies: Array(19).fill({ currency: "XAG" }) },
    "srcCurMalformed",
  ],
  ["a text as a source currency", { ...payment, source_currencies: ["XAG"] }, "srcCurMalformed"],
  [
    "an issuer of the native currency",
    { ...payment, source_currencies: [{ currency: "XAG", issuer: alice }] },
    "srcCurMalformed",
  ],
  [
    "an issuer that is none",
    { ...payment, source_currencies: [{ currency: "USD", issuer: "x" }] },
    "srcIsrMalformed",
  ],
  ["a source that is not there", { ...payment, source_account: absent }, "srcActNotFound"],
  [
    "issued money for an account that is not there",
    { ...payment, destination_account: absent },
    "actNotFound",
  ],
  [
    "too little to begin an account with",
    { ...payment, destination_account: absent, destination_amount: "10" },
    "dstAmtMalformed",
  ],
];
refuses("ripple_path_find", commands, [...refusals, ...ledgerRefusals(payment)]);
const subscriber = testSubscriber();
refuses(
  "path_find",
  commands,
  refusals.map(([what, params, ...error]) => [what, { ...params, subcommand: "create" }, ...error] as const),
  { subscriber },
);
refuses(
  "path_find",
  commands,
  [
    ["no subcommand", {}, "invalidParams"],
    ["a number as a subcommand", { subcommand: 5 }, "invalidParams"],
    ["an unknown subcommand", { subcommand: "go" }, "invalidParams"],
    ["the status of nothing", { subcommand: "status" }, "noPathRequest"],
    ["the end of nothing", { subcommand: "close" }, "noPathRequest"],
  ],
  { subscriber: testSubscriber() },
);
refuses("path_find", commands, [["a caller whom nothing can be told", { subcommand: "status" }, "noEvents"]]);

test("finds the way over the issuer, and over the order book", async () => {
  const { ask } = commands();
  const reply = await ask("ripple_path_find", { ...payment, ledger_index: "validated" });
  expect(reply).toMatchObject({
    source_account: bob,
    destination_account: carol,
    destination_amount: dollars("5"),
    full_reply: true,
    ledger_index: 3,
    validated: true,
  });
  expect(reply.alternatives).toContainEqual({
    paths_computed: expect.anything(),
    paths_canonical: [],
    source_amount: { currency: "USD", issuer: bob, value: "5" },
  });
  const fromNative = await ask("ripple_path_find", { ...payment, source_account: dave });
  expect(fromNative.alternatives).toMatchObject([{ source_amount: "2500000" }]);
});

test("an open request is told better paths with each ledger, until it is closed", async () => {
  const { ask, node } = commands();
  const listener = testSubscriber();
  const caller = { subscriber: listener };
  const created = await ask("path_find", { ...payment, subcommand: "create", id: 7 }, caller);
  expect(created).toMatchObject({ full_reply: false, id: 7 });
  await expect.poll(() => listener.heard.length).toBe(2);
  expect(listener.heard[1]).toMatchObject({ type: "path_find", full_reply: true, id: 7 });
  await node.closeLedger();
  await expect.poll(() => listener.heard.length).toBe(3);
  expect(await ask("path_find", { subcommand: "status" }, caller)).toMatchObject({
    full_reply: true,
    status: "success",
  });
  expect(await ask("path_find", { subcommand: "close" }, caller)).toMatchObject({ closed: true });
  await node.closeLedger();
  await node.settled();
  expect(await ask("path_find", { subcommand: "status" }, caller)).toMatchObject({ error: "noPathRequest" });
  expect(listener.heard).toHaveLength(3);
});

test("a connection that ends during the first look is not searched for any more", async () => {
  const { node, ask, pathRequests } = commands();
  const gone = testSubscriber();
  const caller = { subscriber: gone };
  const creating = ask("path_find", { ...payment, subcommand: "create" }, caller);
  expect(await ask("path_find", { subcommand: "status" }, caller)).toMatchObject({ error: "noPathRequest" });
  pathRequests.removeSubscriber(gone);
  expect(await creating).toMatchObject({ full_reply: false });
  await node.closeLedger();
  // Another's search comes after all that were asked for before.
  await ask("ripple_path_find", payment);
  expect(gone.heard).toEqual([]);
  expect(await ask("path_find", { subcommand: "status" }, caller)).toMatchObject({ error: "noPathRequest" });
});

test("ledgers that close faster than paths are found do not pile searches up", async () => {
  const { ask, node } = commands();
  const listener = testSubscriber();
  const caller = { subscriber: listener };
  await ask("path_find", { ...payment, subcommand: "create" }, caller);
  for (let ledger = 0; ledger < 20; ledger++) await node.closeLedger();
  await node.settled();
  await expect.poll(() => listener.heard.length).toBeGreaterThanOrEqual(2);
  await ask("ripple_path_find", payment);
  expect(listener.heard.length).toBeLessThan(20);
  await ask("path_find", { subcommand: "close" }, caller);
});
