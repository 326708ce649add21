import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";

const { bob } = addresses;
const commands = useTestCommands(makeMarket);

refuses("ledger", commands, [
  ["the queue of a closed ledger", { ledger_index: "validated", queue: true }, "invalidParams"],
  ["an unknown type", { ledger_index: "validated", type: "x" }, "invalidParams", "Invalid field 'type'."],
  [
    "a number as a type",
    { ledger_index: "validated", type: 5 },
    "invalidParams",
    "Invalid field 'type', not string.",
  ],
  ...ledgerRefusals(),
]);
refuses(
  "ledger",
  commands,
  [
    ["everything to limited callers", { ledger_index: "validated", full: true }, "noPermission"],
    ["the state to limited callers", { ledger_index: "validated", accounts: true }, "noPermission"],
  ],
  { role: "guest" },
);

test("without a ledger it tells of the closed and the open one", async () => {
  const reply = await commands().ask("ledger", { transactions: true });
  expect(reply).toMatchObject({
    closed: { ledger: { ledger_index: "3", seqNum: "3", accepted: true, closed: true } },
    open: { ledger: { ledger_index: "4", closed: false } },
  });
});

test("tells transactions by hash, expanded, or in binary", async () => {
  const { ask } = commands();
  const transactionsOf = async (request: object): Promise<unknown[]> => {
    const reply = await ask("ledger", { ledger_index: "validated", transactions: true, ...request });
    return (reply.ledger as { transactions: unknown[] }).transactions;
  };
  const hashes = await transactionsOf({});
  expect(hashes).toHaveLength(12);
  expect(hashes).toEqual([...hashes].sort());
  const expanded = (await transactionsOf({ expand: true })) as { hash: string }[];
  expect(expanded.map(({ hash }) => hash)).toEqual(hashes);
  expect(expanded).toContainEqual(expect.objectContaining({ Account: bob, metaData: expect.anything() }));
  const binary = await transactionsOf({ expand: true, binary: true });
  expect(binary[0]).toEqual({ tx_blob: expect.any(String), meta: expect.any(String) });
});

test("owner_funds are told of offers", async () => {
  const reply = await commands().ask("ledger", {
    ledger_index: "validated",
    transactions: true,
    expand: true,
    owner_funds: true,
  });
  const { transactions } = reply.ledger as {
    transactions: { TransactionType: string; owner_funds?: string }[];
  };
  const funded = transactions.filter(({ owner_funds }) => owner_funds !== undefined);
  expect(funded.map(({ TransactionType }) => TransactionType)).toEqual(["OfferCreate", "OfferCreate"]);
});

test("tells the state by key, whole, in binary, or of one type", async () => {
  const { ask } = commands();
  const stateOf = async (request: object): Promise<unknown[]> => {
    const reply = await ask("ledger", { ledger_index: "validated", accounts: true, ...request });
    return (reply.ledger as { accountState: unknown[] }).accountState;
  };
  const keys = await stateOf({});
  expect(keys).toEqual([...keys].sort());
  expect(await stateOf({ type: "check" })).toHaveLength(1);
  expect(await stateOf({ type: "check", expand: true })).toMatchObject([{ LedgerEntryType: "Check" }]);
  expect(await stateOf({ type: "check", binary: true })).toEqual([
    { hash: expect.any(String), tx_blob: expect.stringMatching(/^110043/) },
  ]);
});

test("version 2 has numbers and new names, and none of the deprecated ones", async () => {
  const reply = await commands().ask(
    "ledger",
    { ledger_index: "validated", transactions: true, expand: true },
    { apiVersion: 2 },
  );
  expect(reply.ledger).toMatchObject({ ledger_index: 3, close_time_iso: expect.stringMatching(/Z$/) });
  for (const old of ["accepted", "hash", "seqNum", "totalCoins"])
    expect(reply.ledger).not.toHaveProperty(old);
  const { transactions } = reply.ledger as { transactions: object[] };
  expect(transactions[0]).toMatchObject({ tx_json: {}, hash: expect.any(String), meta: {}, validated: true });
});

test("tells the open ledger's queue, where there is one", async () => {
  const reply = await commands().ask("ledger", { ledger_index: "current", queue: true, expand: true });
  expect(reply).not.toHaveProperty("queue_data");
});
