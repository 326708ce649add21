import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import { rich } from "../../test/support/testNode.ts";

const { alice, bob, carol } = addresses;
const commands = useTestCommands(makeMarket);

refuses("account_channels", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["a list as an account", { account: [] }, "internal"],
  ["an empty account", { account: "" }, "badSeed"],
  ["an account that is not there", { account: "x" }, "actNotFound"],
  ["a list as a destination", { account: bob, destination_account: [] }, "internal"],
  [
    "a text as a limit",
    { account: bob, limit: "x" },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  [
    "a number as a marker",
    { account: bob, marker: 7 },
    "invalidParams",
    "Invalid field 'marker', not string.",
  ],
  ["a marker that is no channel", { account: bob, marker: "A".repeat(64) }, "invalidParams"],
  ...ledgerRefusals({ account: bob }),
]);

test("tells the channels that an account pays from, to one destination if asked", async () => {
  const { ask } = commands();
  expect((await ask("account_channels", { account: bob })).channels).toMatchObject([
    {
      account: bob,
      destination_account: carol,
      amount: "9000000",
      balance: "0",
      settle_delay: 60,
      public_key_hex: rich.bob.publicKey,
    },
  ]);
  expect((await ask("account_channels", { account: bob, destination_account: carol })).channels).toHaveLength(
    1,
  );
  expect((await ask("account_channels", { account: bob, destination_account: alice })).channels).toEqual([]);
  expect((await ask("account_channels", { account: carol })).channels).toEqual([]);
});
