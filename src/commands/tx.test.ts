import { expect, test } from "vitest";
import { addresses, makeMarket, refuses, useTestCommands } from "../../test/support/testCommands.ts";
import { rich } from "../../test/support/testNode.ts";

const { bob } = addresses;
const commands = useTestCommands(makeMarket);
const unknown = "A".repeat(64);

refuses("tx", commands, [
  ["no transaction", {}, "invalidParams"],
  ["a hash that is none", { transaction: "x" }, "notImpl"],
  ["a list as a hash", { transaction: [] }, "internal"],
  ["an unknown hash", { transaction: unknown }, "txnNotFound"],
  ["a range the wrong way round", { transaction: unknown, min_ledger: 3, max_ledger: 2 }, "invalidLgrRange"],
  ["a text as a bound", { transaction: unknown, min_ledger: "x", max_ledger: 2 }, "invalidLgrRange"],
  [
    "a range that is too long",
    { transaction: unknown, min_ledger: 1, max_ledger: 2000 },
    "excessiveLgrRange",
  ],
]);

test("says how sure it is that a transaction does not exist", async () => {
  const { ask } = commands();
  const within = async (min_ledger: number, max_ledger: number) =>
    (await ask("tx", { transaction: unknown, min_ledger, max_ledger })).searched_all;
  expect(await within(2, 3)).toBe(true);
  expect(await within(2, 9)).toBe(false);
});

test("finds a transaction in a closed ledger and in the open one, in both versions", async () => {
  const { ask, submit, node } = commands();
  const [closed] = node.ledgers.closed().transactions();
  const transaction = closed!.hash;
  expect(await ask("tx", { transaction })).toMatchObject({
    hash: transaction,
    inLedger: 3,
    ledger_index: 3,
    date: expect.any(Number),
    meta: {},
    validated: true,
  });
  expect(await ask("tx", { transaction, binary: true })).toMatchObject({
    tx: expect.any(String),
    meta: expect.any(String),
  });
  expect(await ask("tx", { transaction }, { apiVersion: 2 })).toMatchObject({
    tx_json: {},
    hash: transaction,
    ledger_hash: node.ledgers.closed().hash,
    ledger_index: 3,
    close_time_iso: expect.any(String),
    validated: true,
  });
  expect(await ask("tx", { transaction, binary: true }, { apiVersion: 2 })).toMatchObject({
    tx_blob: expect.any(String),
    meta_blob: expect.any(String),
  });
  const { hash } = await submit({ TransactionType: "AccountSet", Account: rich.bob });
  const open = await ask("tx", { transaction: hash });
  expect(open).toMatchObject({ Account: bob, validated: false });
  expect(open).not.toHaveProperty("meta");
});

test("version 2 calls a payment's amount by its new name", async () => {
  const { ask, node } = commands();
  const payment = [...node.ledgers.closed().transactions()].find(
    ({ tx }) => tx.TransactionType === "Payment",
  )!;
  const reply = await ask("tx", { transaction: payment.hash }, { apiVersion: 2 });
  expect(reply.tx_json).toMatchObject({ DeliverMax: { currency: "USD", value: "100" } });
  expect(reply.tx_json).not.toHaveProperty("Amount");
  expect(reply.meta).toMatchObject({ delivered_amount: { currency: "USD", value: "100" } });
});
