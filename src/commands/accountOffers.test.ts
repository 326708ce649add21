import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";

const { alice, bob } = addresses;
const commands = useTestCommands(makeMarket);

refuses("account_offers", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["a list as an account", { account: [] }, "internal"],
  ["an empty account", { account: "" }, "badSeed"],
  ["an account that is not there", { account: "x" }, "actNotFound"],
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
  ["a marker that is no key", { account: bob, marker: "x" }, "invalidParams"],
  ["a marker that is no offer", { account: bob, marker: "A".repeat(64) }, "invalidParams"],
  ...ledgerRefusals({ account: bob }),
]);

test("tells an offer with its quality", async () => {
  expect((await commands().ask("account_offers", { account: bob })).offers).toEqual([
    {
      taker_pays: "5000000",
      taker_gets: { currency: "USD", issuer: alice, value: "10" },
      seq: 2,
      flags: 0,
      quality: "500000",
    },
  ]);
});
