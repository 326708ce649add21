import { expect, test } from "vitest";
import { ledgerRefusals, makeMarket, refuses, useTestCommands } from "../../test/support/testCommands.ts";

const commands = useTestCommands(makeMarket);
const validated = { ledger_index: "validated" };

refuses("transaction_entry", commands, [
  ["no hash", validated, "fieldNotFoundTransaction"],
  ["the open ledger", { tx_hash: "A".repeat(64) }, "notYetImplemented"],
  ["a hash that is none", { ...validated, tx_hash: "x" }, "malformedRequest"],
  ["a list as a hash", { ...validated, tx_hash: [] }, "internal"],
  ["an unknown hash", { ...validated, tx_hash: "A".repeat(64) }, "transactionNotFound"],
  ...ledgerRefusals({ tx_hash: "A".repeat(64) }),
]);

test("finds a transaction of a ledger", async () => {
  const { ask, node } = commands();
  const [transaction] = node.ledgers.closed().transactions();
  const request = { ...validated, tx_hash: transaction!.hash };
  expect(await ask("transaction_entry", request)).toMatchObject({
    tx_json: { hash: transaction!.hash },
    metadata: { TransactionResult: "tesSUCCESS" },
  });
  expect(await ask("transaction_entry", request, { apiVersion: 2 })).toMatchObject({
    hash: transaction!.hash,
    meta: { TransactionResult: "tesSUCCESS" },
  });
});
