import { expect, test } from "vitest";
import {
  addresses,
  makeMarket,
  refuses,
  startTestCommands,
  useTestCommands,
} from "../../../test/support/testCommands.ts";
import type { JsonObject } from "../json.ts";

const { alice, bob, carol } = addresses;
const commands = useTestCommands(makeMarket);
const newest = { apiVersion: 2 } as const;
const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const payment = {
  TransactionType: "Payment",
  Account: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
  Destination: alice,
};

refuses(
  "tx",
  commands,
  [
    ["nothing", {}, "invalidParams"],
    ["a hash and a concise id", { transaction: "A".repeat(64), ctid: "C000000300000000" }, "invalidParams"],
    ["a concise id that is none", { ctid: "C00" }, "invalidParams"],
    ["a place where there is nothing", { ctid: "C000000300FF0000" }, "txnNotFound"],
    [
      "another network",
      { ctid: "C000000300000007" },
      "wrongNetwork",
      "Wrong network. You should submit this request to a node running on NetworkID: 7",
    ],
  ],
  newest,
);
refuses("tx", commands, [["a concise id, in version 1", { ctid: "C000000300000000" }, "invalidParams"]]);
refuses(
  "gateway_balances",
  commands,
  [
    ["an account that is not there", { account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk" }, "actNotFound"],
    ["a hot wallet that is none", { account: alice, hotwallet: "x" }, "invalidParams"],
  ],
  newest,
);
refuses(
  "sign",
  commands,
  [
    ["an unknown key type", { tx_json: payment, seed: secret, key_type: "rsa" }, "badKeyType"],
    [
      "two amounts",
      { tx_json: { ...payment, Amount: "1", DeliverMax: "2" }, secret },
      "invalidParams",
      "Cannot specify differing 'Amount' and 'DeliverMax'",
    ],
  ],
  newest,
);
refuses("sign", commands, [
  [
    "an amount by its new name, in version 1",
    { tx_json: { ...payment, DeliverMax: "1" }, secret },
    "invalidParams",
    "Missing field 'tx_json.Amount'.",
  ],
]);

test("finds a transaction by the concise id that it was told with", async () => {
  const { ask } = commands();
  const { transactions } = await ask("account_tx", { account: bob, limit: 1 }, newest);
  const [row] = transactions as [{ hash: string; tx_json: { ctid: string } }];
  const found = await ask("tx", { ctid: row.tx_json.ctid }, newest);
  expect(found).toMatchObject({
    hash: row.hash,
    ctid: row.tx_json.ctid,
    tx_json: { ctid: row.tx_json.ctid },
  });
});

test("takes a payment's amount by either name", async () => {
  const { ask } = commands();
  const hashes = await Promise.all(
    [{ Amount: "5" }, { DeliverMax: "5" }, { Amount: "5", DeliverMax: "5" }].map(
      async (amounts) => (await ask("sign", { tx_json: { ...payment, ...amounts }, secret }, newest)).hash,
    ),
  );
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toEqual(expect.any(String));
});

test("leaves out lines that are as if they were not there", async () => {
  const { ask } = commands();
  const count = async (request: JsonObject, caller = {}) =>
    ((await ask("account_lines", request, caller)).lines as unknown[]).length;
  const request = { account: alice, ignore_default: true };
  expect(await count(request)).toBe(2);
  expect(await count(request, newest)).toBe(0);
  expect(await count({ ...request, account: carol }, newest)).toBe(1);
});

const amm = "8CC0774A3BF66D1D22E76BBDA8E8A232E6B6313834301B3B23E8601196AE6455";
const flow = "740352F2412A9909880C23A559FCECEDA3BE2126FED62FC7660D628A06927F11";

refuses("feature", commands, [["an unknown id", { feature: "AB".repeat(32) }, "badFeature"]], newest);
refuses("feature", commands, [["a guest's vote", { feature: "AMM", vetoed: false }, "noPermission"]], {
  ...newest,
  role: "guest",
});

test("tells everybody of amendments, also of those that only newer servers can apply", async () => {
  const { ask, node } = commands();
  const guest = { ...newest, role: "guest" } as const;
  const unsupported = { name: "AMM", supported: false, enabled: false };
  expect(await ask("feature", { feature: "AMM" }, guest)).toEqual({ [amm]: unsupported });
  expect(await ask("feature", { feature: amm, vetoed: false }, newest)).toEqual({
    [amm]: { ...unsupported, vetoed: true },
  });
  expect(node.amendmentVotes.has(amm)).toBe(false);
  const { features } = await ask("feature", {}, newest);
  expect(features).toMatchObject({
    [amm]: unsupported,
    [flow]: { name: "Flow", supported: true, enabled: true },
  });
  expect((features as JsonObject)[flow]).not.toHaveProperty("vetoed");
});

test("names the network of a transaction that it signs, where transactions must", async () => {
  const network = await startTestCommands({ settings: { networkId: 1025 } });
  const { tx_json } = await network.ask("sign", { tx_json: { ...payment, Amount: "5" }, secret }, newest);
  expect(tx_json).toMatchObject({ NetworkID: 1025 });
  const tried = await network.ask("simulate", { tx_json: { ...payment, Amount: "5" } }, newest);
  expect(tried).toMatchObject({ engine_result: "tesSUCCESS", tx_json: { NetworkID: 1025 } });
  await network.stop();
});
