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

refuses("noripple_check", commands, [
  ["no account", { role: "user" }, "invalidParams", "Missing field 'account'."],
  ["no role", { account: bob }, "invalidParams", "Missing field 'role'."],
  ["an unknown role", { account: bob, role: "bank" }, "invalidParams", "Invalid field 'role'."],
  ["a list as a role", { account: bob, role: [] }, "internal"],
  [
    "a text as a limit",
    { account: bob, role: "user", limit: "x" },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  ["an object as an account", { account: {}, role: "user" }, "internal"],
  ["an account that is not there", { account: "x", role: "user" }, "actNotFound"],
  ...ledgerRefusals({ account: bob, role: "user" }),
]);
refuses(
  "noripple_check",
  commands,
  [
    [
      "a text as a flag, in version 2",
      { account: bob, role: "user", transactions: "x" },
      "invalidParams",
      "Invalid field 'transactions'.",
    ],
  ],
  { apiVersion: 2 },
);

test("advises users and issuers the opposite, with transactions to mend it", async () => {
  const { ask } = commands();
  expect(await ask("noripple_check", { account: bob, role: "user", transactions: true })).toMatchObject({
    problems: [`You should probably set the no ripple flag on your USD line to ${alice}`],
    transactions: [
      {
        TransactionType: "TrustSet",
        Account: bob,
        Fee: 10,
        Flags: 0x20000,
        LimitAmount: { currency: "USD", issuer: alice, value: "1000" },
      },
    ],
  });
  const issuer = await ask("noripple_check", { account: alice, role: "gateway" });
  expect(issuer.problems).toEqual([]);
  expect(issuer).not.toHaveProperty("transactions");
  expect((await ask("noripple_check", { account: bob, role: "gateway" })).problems).toEqual([
    "You should immediately set your default ripple flag",
  ]);
  expect((await ask("noripple_check", { account: alice, role: "user" })).problems).toHaveLength(3);
});
