import { expect, test } from "vitest";
import { addresses, makeMarket, refuses, useTestCommands } from "../../test/support/testCommands.ts";

const { bob, erin } = addresses;
const commands = useTestCommands(makeMarket);
const marker =
  "invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field";

refuses("account_tx", commands, [
  ["no account", {}, "invalidParams"],
  ["null as an account", { account: null }, "actMalformed"],
  ["a passphrase", { account: "x" }, "actMalformed"],
  ["an object as an account", { account: {} }, "internal"],
  ["a text as a limit", { account: bob, limit: "ten" }, "internal"],
  ["a negative limit", { account: bob, limit: -1 }, "internal"],
  ["a number as a hash", { account: bob, ledger_hash: 7 }, "invalidParams", "ledgerHashNotString"],
  ["a short hash", { account: bob, ledger_hash: "AB" }, "invalidParams", "ledgerHashMalformed"],
  ["an unknown hash", { account: bob, ledger_hash: "A".repeat(64) }, "lgrNotFound", "ledgerNotFound"],
  [
    "an unknown name of a ledger",
    { account: bob, ledger_index: "x" },
    "invalidParams",
    "ledger_index string malformed",
  ],
  ["the open ledger", { account: bob, ledger_index: "current" }, "lgrNotValidated"],
  [
    "a range the wrong way round",
    { account: bob, ledger_index_min: 3, ledger_index_max: 2 },
    "lgrIdxsInvalid",
  ],
  ["ledgers to come", { account: bob, ledger_index_min: 100 }, "lgrIdxsInvalid"],
  ["a text as a bound", { account: bob, ledger_index_min: "x" }, "internal"],
  ["a text as a marker", { account: bob, marker: "x" }, "invalidParams", marker],
  ["half a marker", { account: bob, marker: { ledger: 3 } }, "invalidParams", marker],
  ["a marker of texts", { account: bob, marker: { ledger: "3", seq: "0" } }, "invalidParams", marker],
]);
refuses(
  "account_tx",
  commands,
  [
    [
      "a range and a ledger, in version 2",
      { account: bob, ledger_index_min: 2, ledger_index: 3 },
      "invalidParams",
    ],
    [
      "a text as a flag, in version 2",
      { account: bob, binary: "x" },
      "invalidParams",
      "Invalid field 'binary'.",
    ],
    ["a bound that is not kept, in version 2", { account: bob, ledger_index_max: 100 }, "lgrIdxMalformed"],
    [
      "a range the wrong way round, in version 2",
      { account: bob, ledger_index_min: 3, ledger_index_max: 2 },
      "invalidLgrRange",
    ],
  ],
  { apiVersion: 2 },
);

test("pages hold every transaction once, newest or oldest first", async () => {
  const { ask } = commands();
  const hashesOf = (reply: { transactions?: unknown }): string[] =>
    (reply.transactions as { tx: { hash: string } }[]).map(({ tx }) => tx.hash);
  const newest = hashesOf(
    await ask("account_tx", { account: bob, ledger_index_min: -1, ledger_index_max: -1 }),
  );
  expect(newest).toHaveLength(6);
  const oldest = hashesOf(await ask("account_tx", { account: bob, forward: true }));
  expect(oldest).toEqual([...newest].reverse());
  const first = await ask("account_tx", { account: bob, limit: 4 });
  const second = await ask("account_tx", { account: bob, limit: 4, marker: first.marker as object as never });
  expect([...hashesOf(first), ...hashesOf(second)]).toEqual(newest);
  expect(second).not.toHaveProperty("marker");
  const astray = await ask("account_tx", { account: erin, marker: { ledger: 3, seq: 0 } });
  expect(astray.transactions).toEqual([]);
});

test("version 2 keeps hash and ledger beside the transaction", async () => {
  const reply = await commands().ask("account_tx", { account: bob, limit: 1 }, { apiVersion: 2 });
  expect(reply.transactions).toMatchObject([
    {
      tx_json: { Account: bob },
      hash: expect.any(String),
      ledger_index: 3,
      close_time_iso: expect.any(String),
    },
  ]);
  const binary = await commands().ask(
    "account_tx",
    { account: bob, limit: 1, binary: true },
    { apiVersion: 2 },
  );
  expect(binary.transactions).toMatchObject([{ tx_blob: expect.any(String), meta_blob: expect.any(String) }]);
});
