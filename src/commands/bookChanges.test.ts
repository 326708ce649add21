import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import { usd } from "../../test/support/testLedger.ts";
import { rich } from "../../test/support/testNode.ts";

const commands = useTestCommands(makeMarket);

refuses("book_changes", commands, ledgerRefusals());

test("tells what was traded, and at which rates; what was only offered or withdrawn is no trade", async () => {
  const { ask, submit, node } = commands();
  expect((await ask("book_changes", { ledger_index: "validated" })).changes).toEqual([]);
  await submit({
    TransactionType: "OfferCreate",
    Account: rich.dave,
    TakerPays: usd(4, rich.alice),
    TakerGets: 2_000_000n,
  });
  await submit({ TransactionType: "OfferCancel", Account: rich.carol, OfferSequence: 2 });
  await node.closeLedger();
  expect(await ask("book_changes", { ledger_index: "validated" })).toEqual({
    type: "bookChanges",
    ledger_index: 4,
    ledger_hash: node.ledgers.closed().hash,
    ledger_time: expect.any(Number),
    validated: true,
    changes: [
      {
        currency_a: "XAG_drops",
        currency_b: `${addresses.alice}/USD`,
        volume_a: "2000000",
        volume_b: "4",
        high: "500000",
        low: "500000",
        open: "500000",
        close: "500000",
      },
    ],
  });
});
