import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";

const { alice, bob, carol } = addresses;
const commands = useTestCommands(makeMarket);
const absent = "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk";

refuses("deposit_authorized", commands, [
  ["no source", {}, "invalidParams", "Missing field 'source_account'."],
  [
    "a number as a source",
    { source_account: 5 },
    "invalidParams",
    "Invalid field 'source_account', not a string.",
  ],
  ["a passphrase as a source", { source_account: "x" }, "actMalformed"],
  ["no destination", { source_account: alice }, "invalidParams", "Missing field 'destination_account'."],
  [
    "a number as a destination",
    { source_account: alice, destination_account: 5 },
    "invalidParams",
    "Invalid field 'destination_account', not a string.",
  ],
  ["a passphrase as a destination", { source_account: alice, destination_account: "x" }, "actMalformed"],
  ["a source that is not there", { source_account: absent, destination_account: alice }, "srcActNotFound"],
  [
    "a destination that is not there",
    { source_account: alice, destination_account: absent },
    "dstActNotFound",
  ],
  ...ledgerRefusals({ source_account: alice, destination_account: bob }),
]);

test.each([
  [alice, bob, true],
  [alice, carol, true],
  [bob, carol, false],
  [carol, carol, true],
])("from %s to %s: %s", async (source_account, destination_account, deposit_authorized) => {
  const reply = await commands().ask("deposit_authorized", { source_account, destination_account });
  expect(reply).toMatchObject({ source_account, destination_account, deposit_authorized });
});
