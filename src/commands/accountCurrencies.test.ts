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

refuses("account_currencies", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  [
    "an unknown ledger before it asks for the account",
    { ledger_index: "x" },
    "invalidParams",
    "ledgerIndexMalformed",
  ],
  ["an object as an account", { account: {} }, "internal"],
  ["an empty account", { account: "" }, "badSeed"],
  ["a passphrase, if strict", { account: "x", strict: true }, "actMalformed"],
  ["an account that is not there", { account: "x" }, "actNotFound"],
  ...ledgerRefusals({ account: bob }),
]);

test("an issuer can be sent and send its own currency", async () => {
  expect(await commands().ask("account_currencies", { account: bob })).toMatchObject({
    send_currencies: ["USD"],
    receive_currencies: ["USD"],
  });
  expect(await commands().ask("account_currencies", { ident: alice })).toMatchObject({
    send_currencies: ["USD"],
    receive_currencies: ["USD"],
  });
});
