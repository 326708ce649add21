import { expect, test } from "vitest";
import { addresses, refuses, useTestCommands } from "../../test/support/testCommands.ts";
import type { JsonObject } from "./json.ts";

const { alice, bob } = addresses;
const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const master = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const accountSet = {
  TransactionType: "AccountSet",
  Account: alice,
  Sequence: 1,
  Fee: "30",
  SigningPubKey: "",
};
const with_ = (changes: JsonObject, others: JsonObject = {}): JsonObject => ({
  account: master,
  secret,
  tx_json: { ...accountSet, ...changes },
  ...others,
});
const without = (field: string): JsonObject => {
  const { [field]: _left, ...tx_json } = accountSet as JsonObject;
  return { account: master, secret, tx_json };
};

const commands = useTestCommands();

refuses("sign_for", commands, [
  ["no account", { secret, tx_json: accountSet }, "invalidParams", "Missing field 'account'."],
  [
    "an account that is none",
    { account: "x", secret, tx_json: accountSet },
    "srcActMalformed",
    "Invalid field 'account'.",
  ],
  ["no transaction", { account: master, secret }, "invalidParams", "Missing field 'tx_json'."],
  [
    "a text as a transaction",
    { account: master, secret, tx_json: "x" },
    "invalidParams",
    "Invalid field 'tx_json', not object.",
  ],
  ["no sequence", without("Sequence"), "invalidParams", "Missing field 'tx_json.Sequence'."],
  ["no fee", without("Fee"), "invalidParams", "Missing field 'tx_json.Fee'."],
  [
    "a key of its own",
    with_({ SigningPubKey: "AB" }),
    "invalidParams",
    "When multi-signing 'tx_json.SigningPubKey' must be empty.",
  ],
  ["no secret", { account: master, tx_json: accountSet }, "invalidParams", "Missing field 'secret'."],
  ["a signature of its own", with_({ TxnSignature: "AB" }), "alreadySingleSig"],
  ["an account that is not there", with_({ Account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk" }), "srcActNotFound"],
  ["somebody else's secret", with_({}, { account: bob }), "badSecret"],
  [
    "the sender as a signer",
    with_({ Account: master }),
    "invalidParams",
    `A Signer may not be the transaction's Account (${master}).`,
  ],
]);
refuses(
  "sign_for",
  commands,
  [["limited callers", with_({}), "notSupported", "Signing is not supported by this server."]],
  {
    role: "guest",
  },
);

test("adds a signature, in order, and refuses the same one again", async () => {
  const { ask } = commands();
  const first = await ask("sign_for", with_({}));
  expect(first).toMatchObject({
    tx_json: { Signers: [{ Signer: { Account: master } }], SigningPubKey: "", hash: expect.any(String) },
  });
  const { hash: _hash, ...tx_json } = first.tx_json as JsonObject;
  expect(await ask("sign_for", { account: master, secret, tx_json })).toMatchObject({
    error: "invalidParams",
    error_message: `Duplicate Signers:Signer:Account entries (${master}) are not allowed.`,
  });
  const other = await ask("wallet_propose", { passphrase: "another signer" });
  const second = await ask("sign_for", {
    account: other.account_id,
    secret: "another signer",
    tx_json,
  } as JsonObject);
  const signers = (second.tx_json as { Signers: { Signer: { Account: string } }[] }).Signers;
  expect(signers.map(({ Signer }) => Signer.Account).sort()).toEqual([master, other.account_id].sort());
});
