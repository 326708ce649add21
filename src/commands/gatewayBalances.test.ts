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

refuses("gateway_balances", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["an object as an account", { account: {} }, "internal"],
  ["an empty account", { account: "" }, "badSeed"],
  ["a passphrase, if strict", { account: "x", strict: true }, "actMalformed"],
  ["a hot wallet that is no account", { account: alice, hotwallet: "x" }, "invalidHotWallet"],
  ["one of several that is none", { account: alice, hotwallet: [bob, "x"] }, "invalidHotWallet"],
  ["a number as a hot wallet", { account: alice, hotwallet: 5 }, "invalidHotWallet"],
  ["an object as a hot wallet", { account: alice, hotwallet: {} }, "invalidHotWallet"],
  ...ledgerRefusals({ account: alice }),
]);

test("tells obligations, balances of hot wallets, and assets", async () => {
  const { ask } = commands();
  expect(await ask("gateway_balances", { account: alice })).toMatchObject({ obligations: { USD: "100" } });
  const hot = await ask("gateway_balances", { account: alice, hotwallet: [bob, carol] });
  expect(hot).toMatchObject({ balances: { [bob]: [{ currency: "USD", value: "100" }] } });
  expect(hot).not.toHaveProperty("obligations");
  expect(await ask("gateway_balances", { account: bob, hotwallet: null })).toMatchObject({
    assets: { [alice]: [{ currency: "USD", value: "100" }] },
  });
});
