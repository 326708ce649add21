import { expect, test } from "vitest";
import { addresses, refuses, useTestCommands } from "../../test/support/testCommands.ts";
import { rich } from "../../test/support/testNode.ts";
import type { JsonObject } from "./json.ts";

const { alice, frank } = addresses;
const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const master = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const tx = { TransactionType: "AccountSet", Account: alice, Sequence: 2, Fee: "30", SigningPubKey: "" };
const signer = { Signer: { Account: master, SigningPubKey: "02AB", TxnSignature: "CD" } };
const with_ = (changes: JsonObject): JsonObject => ({ tx_json: { ...tx, Signers: [signer], ...changes } });
const without = (field: string): JsonObject => {
  const { [field]: _left, ...tx_json } = { ...tx, Signers: [signer] } as JsonObject;
  return { tx_json };
};

const commands = useTestCommands(async ({ submit, node }) => {
  const SignerEntries = [
    { SignerEntry: { Account: "B5F762798A53D543A014CAF8B297CFF8F2F937E8", SignerWeight: 1 } },
  ];
  await submit({ TransactionType: "SignerListSet", Account: rich.alice, SignerQuorum: 1, SignerEntries });
  await node.closeLedger();
});

refuses("submit_multisigned", commands, [
  ["no transaction", {}, "invalidParams", "Missing field 'tx_json'."],
  ["a text as a transaction", { tx_json: "x" }, "invalidParams", "Invalid field 'tx_json', not object."],
  ["no sequence", without("Sequence"), "invalidParams", "Missing field 'tx_json.Sequence'."],
  ["no key", without("SigningPubKey"), "invalidParams", "Missing field 'tx_json.SigningPubKey'."],
  [
    "a key",
    with_({ SigningPubKey: "AB" }),
    "invalidParams",
    "When multi-signing 'tx_json.SigningPubKey' must be empty.",
  ],
  ["no type", without("TransactionType"), "invalidParams", "Missing field 'tx_json.TransactionType'."],
  ["no account", without("Account"), "srcActMissing", "Missing field 'tx_json.Account'."],
  ["an account that is not there", with_({ Account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk" }), "srcActNotFound"],
  ["no fee", without("Fee"), "invalidParams", "Missing field 'tx_json.Fee'."],
  [
    "a fee of nothing",
    with_({ Fee: "0" }),
    "invalidParams",
    "Invalid Fee field.  Fees must be greater than zero.",
  ],
  ["a single signature", with_({ TxnSignature: "AB" }), "signingMalformed"],
  ["no signers", without("Signers"), "invalidParams", "Missing field 'tx_json.Signers'."],
  [
    "an empty list of signers",
    with_({ Signers: [] }),
    "invalidParams",
    "tx_json.Signers array may not be empty.",
  ],
  [
    "a signer twice",
    with_({ Signers: [signer, signer] }),
    "invalidParams",
    `Duplicate Signers:Signer:Account entries (${master}) are not allowed.`,
  ],
  [
    "the sender as a signer",
    with_({ Signers: [{ Signer: { ...signer.Signer, Account: alice } }] }),
    "invalidParams",
    `A Signer may not be the transaction's Account (${alice}).`,
  ],
  ["a signature that does not hold", with_({}), "internal", "Invalid signature."],
]);

test("submits what sign_for signed", async () => {
  const { ask } = commands();
  const payment = { ...tx, TransactionType: "Payment", Destination: frank, Amount: "5" };
  const signed = await ask("sign_for", { account: master, secret, tx_json: payment });
  const { hash, ...tx_json } = signed.tx_json as JsonObject;
  expect(await ask("submit_multisigned", { tx_json })).toMatchObject({
    engine_result: "tesSUCCESS",
    tx_blob: signed.tx_blob,
    tx_json: { hash },
  });
});
