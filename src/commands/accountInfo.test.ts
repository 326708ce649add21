import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";

const { alice, carol } = addresses;
const commands = useTestCommands(makeMarket);

refuses("account_info", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["an object as an account", { account: {} }, "internal"],
  ["an empty account", { account: "" }, "badSeed"],
  ["null as an account", { account: null }, "badSeed"],
  ["a passphrase, if strict", { account: "x", strict: true }, "actMalformed"],
  ["the account that a passphrase has", { account: "x" }, "actNotFound"],
  [
    "the queue of a closed ledger",
    { account: alice, ledger_index: "validated", queue: true },
    "invalidParams",
  ],
  ...ledgerRefusals({ account: alice }),
]);
refuses(
  "account_info",
  commands,
  [["a text as a flag, in version 2", { account: alice, signer_lists: "yes" }, "invalidParams"]],
  { apiVersion: 2 },
);

test("names the ledger and the account beside what it did not find", async () => {
  expect(await commands().ask("account_info", { account: "x", ledger_index: "validated" })).toMatchObject({
    account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk",
    ledger_index: 3,
    validated: true,
  });
});

test("version 1 puts signer lists into the account, version 2 beside it", async () => {
  const request = { account: carol, signer_lists: true };
  const old = await commands().ask("account_info", request);
  expect(old).toMatchObject({ account_data: { signer_lists: [{ LedgerEntryType: "SignerList" }] } });
  expect(old).not.toHaveProperty("account_flags");
  expect(await commands().ask("account_info", request, { apiVersion: 2 })).toMatchObject({
    account_flags: { depositAuth: true, defaultRipple: false },
    signer_lists: [{ LedgerEntryType: "SignerList" }],
  });
});

test("tells where the picture of an account with an EmailHash is", async () => {
  expect(await commands().ask("account_info", { ident: alice })).toMatchObject({
    account_data: { urlgravatar: `http://www.gravatar.com/avatar/${"ab".repeat(16)}` },
    ledger_current_index: 4,
    validated: false,
  });
});

test("an account without queued transactions has an empty queue", async () => {
  expect(await commands().ask("account_info", { account: alice, queue: true })).toMatchObject({
    queue_data: { txn_count: 0 },
  });
});
