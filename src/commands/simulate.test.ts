import { expect, test } from "vitest";
import { addresses, refuses, useTestCommands } from "../../test/support/testCommands.ts";
import { payment, rich } from "../../test/support/testNode.ts";
import { bytesToHex } from "../protocol/hex.ts";

const { alice, frank } = addresses;
const commands = useTestCommands();
const tx_json = { TransactionType: "Payment", Account: alice, Destination: frank, Amount: "1000" };

refuses("simulate", commands, [
  ["nothing", {}, "invalidParams", "Neither `tx_blob` nor `tx_json` included."],
  ["both", { tx_json, tx_blob: "12" }, "invalidParams", "Can only include one of `tx_blob` and `tx_json`."],
  ["a text as a transaction", { tx_json: "x" }, "invalidParams", "Invalid field 'tx_json', not object."],
  ["a blob that is none", { tx_blob: "x" }, "invalidParams", "Invalid field 'tx_blob'."],
  ["bytes that are no transaction", { tx_blob: "1234" }, "invalidParams", "Invalid field 'tx_blob'."],
  ["a secret", { tx_json, secret: "x" }, "invalidParams", "Invalid field 'secret'."],
  ["a text as a flag", { tx_json, binary: "x" }, "invalidParams", "Invalid field 'binary'."],
  ["no type", { tx_json: { Account: alice } }, "invalidParams", "Missing field 'tx.TransactionType'."],
  ["no account", { tx_json: { TransactionType: "Payment" } }, "invalidParams", "Missing field 'tx.Account'."],
  [
    "an account that is none",
    { tx_json: { ...tx_json, Account: "x" } },
    "srcActMalformed",
    "Invalid field 'tx.Account'.",
  ],
  [
    "a number as an account",
    { tx_json: { ...tx_json, Account: 5 } },
    "invalidParams",
    "Invalid field 'tx.Account'.",
  ],
  [
    "an account that is not there",
    { tx_json: { ...tx_json, Account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk" } },
    "srcActNotFound",
  ],
  [
    "a path of nothing",
    { tx_json: { ...tx_json, Paths: [[{}]] } },
    "invalidParams",
    "Field 'Paths': empty path step.",
  ],
  ["a signature", { tx_json: { ...tx_json, TxnSignature: "AB" } }, "transactionSigned"],
  [
    "a signer's signature",
    { tx_json: { ...tx_json, Signers: [{ Signer: { TxnSignature: "AB" } }] } },
    "transactionSigned",
  ],
  [
    "a signer that is none",
    { tx_json: { ...tx_json, Signers: [5] } },
    "invalidParams",
    "Invalid field 'tx.Signers[0]'.",
  ],
  [
    "an unknown field",
    { tx_json: { ...tx_json, Colour: "red" } },
    "invalidParams",
    "Field 'tx_json.Colour' is unknown.",
  ],
]);

test("a field that the type does not have is told as the reason", async () => {
  expect(await commands().ask("simulate", { tx_json: { ...tx_json, LimitAmount: "1" } })).toEqual({
    error: "invalidTransaction",
    error_exception: "Field 'LimitAmount' found in disallowed location.",
  });
});

test("shows what a transaction would do, and does nothing", async () => {
  const { ask, node } = commands();
  expect(await ask("simulate", { tx_json })).toMatchObject({
    applied: false,
    engine_result: "tesSUCCESS",
    engine_result_message: "The simulated transaction would have been applied.",
    ledger_index: 3,
    meta: { TransactionResult: "tesSUCCESS", delivered_amount: "1000" },
    tx_json: { Fee: "10", Sequence: 1, SigningPubKey: "" },
  });
  const blob = bytesToHex(payment(rich.alice, 1, { TxnSignature: undefined }).blob);
  expect(await ask("simulate", { tx_blob: blob, binary: true })).toMatchObject({
    engine_result: "tesSUCCESS",
    meta_blob: expect.any(String),
    tx_blob: expect.any(String),
  });
  expect(await ask("simulate", { tx_json: { ...tx_json, Sequence: 9 } })).toMatchObject({
    applied: false,
    engine_result: "terPRE_SEQ",
  });
  expect(node.ledgers.current().transactionCount()).toBe(0);
});
