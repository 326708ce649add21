import { expect, test } from "vitest";
import { addresses, refuses, startTestCommands, useTestCommands } from "../../test/support/testCommands.ts";
import type { JsonObject } from "./json.ts";

/** The genesis account of test ledgers. */
const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const master = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const { alice, frank } = addresses;
const payment = { TransactionType: "Payment", Account: master, Destination: frank, Amount: "1000" };
const with_ = (changes: JsonObject, others: JsonObject = {}): JsonObject => ({
  secret,
  tx_json: { ...payment, ...changes },
  ...others,
});
const oneOf = "Exactly one of the following must be specified: passphrase, secret, seed or seed_hex";

const commands = useTestCommands();

refuses("sign", commands, [
  ["no secret", { tx_json: payment }, "invalidParams", "Missing field 'secret'."],
  ["two secrets", { tx_json: payment, secret, seed: secret }, "invalidParams", oneOf],
  [
    "a number as a secret",
    { tx_json: payment, secret: 5 },
    "invalidParams",
    "Invalid field 'secret', not string.",
  ],
  ["an address as a secret", { tx_json: payment, secret: master }, "badSeed", "Invalid field 'secret'."],
  [
    "an unknown key type",
    { tx_json: payment, seed: secret, key_type: "rsa" },
    "invalidParams",
    "Invalid field 'key_type'.",
  ],
  [
    "a secret with a key type",
    { tx_json: payment, secret, key_type: "ed25519" },
    "invalidParams",
    "The secret field is not allowed if key_type is used.",
  ],
  ["a seed that is none", { tx_json: payment, seed: "x", key_type: "ed25519" }, "badSeed"],
  ["a path of nothing", with_({ Paths: [[{}]] }), "invalidParams", "Field 'Paths': empty path step."],
  ["a path without steps", with_({ Paths: [[]] }), "invalidParams", "Field 'Paths': empty path."],
  [
    "memos inside each other",
    with_({
      Memos: Array.from({ length: 9 }).reduce<JsonObject[]>((Memo) => [{ Memo: { Memos: Memo } }], []),
    }),
    "invalidParams",
    "Field 'Memos': nested too deep.",
  ],
  ["no transaction", { secret }, "invalidParams", "Missing field 'tx_json'."],
  [
    "a text as a transaction",
    { secret, tx_json: "x" },
    "invalidParams",
    "Invalid field 'tx_json', not object.",
  ],
  [
    "no type",
    { secret, tx_json: { Account: master } },
    "invalidParams",
    "Missing field 'tx_json.TransactionType'.",
  ],
  [
    "no account",
    { secret, tx_json: { TransactionType: "Payment" } },
    "srcActMissing",
    "Missing field 'tx_json.Account'.",
  ],
  ["an account that is none", with_({ Account: "x" }), "srcActMalformed", "Invalid field 'tx_json.Account'."],
  ["no sequence offline", with_({}, { offline: true }), "invalidParams", "Missing field 'tx_json.Sequence'."],
  [
    "no fee offline",
    with_({ Sequence: 1 }, { offline: true }),
    "invalidParams",
    "Missing field 'tx_json.Fee'.",
  ],
  ["an account that is not there", with_({ Account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk" }), "srcActNotFound"],
  [
    "a text as a fee limit",
    with_({}, { fee_mult_max: "x" }),
    "highFee",
    "Invalid field 'fee_mult_max', not a positive integer.",
  ],
  [
    "a negative fee limit",
    with_({}, { fee_mult_max: -1 }),
    "invalidParams",
    "Invalid field 'fee_mult_max', not a positive integer.",
  ],
  [
    "a division by nothing",
    with_({}, { fee_div_max: 0 }),
    "invalidParams",
    "Invalid field 'fee_div_max', not a positive integer.",
  ],
  [
    "a fee above the limit",
    with_({}, { fee_mult_max: 0 }),
    "highFee",
    "Fee of 10 exceeds the requested tx limit of 0",
  ],
  [
    "no amount",
    { secret, tx_json: { TransactionType: "Payment", Account: master } },
    "invalidParams",
    "Missing field 'tx_json.Amount'.",
  ],
  ["an amount that is none", with_({ Amount: "x" }), "invalidParams", "Invalid field 'tx_json.Amount'."],
  [
    "no destination",
    { secret, tx_json: { TransactionType: "Payment", Account: master, Amount: "1" } },
    "invalidParams",
    "Missing field 'tx_json.Destination'.",
  ],
  [
    "a destination that is none",
    with_({ Destination: "x" }),
    "invalidParams",
    "Invalid field 'tx_json.Destination'.",
  ],
  [
    "paths between one and the same money",
    with_({}, { build_path: true }),
    "invalidParams",
    "Cannot build XAG to XAG paths.",
  ],
  [
    "paths that are there already",
    with_({ Paths: [] }, { build_path: true }),
    "invalidParams",
    "Cannot specify both 'tx_json.Paths' and 'build_path'",
  ],
  [
    "paths offline",
    with_({ Sequence: 1, Fee: "10" }, { build_path: true, offline: true }),
    "invalidParams",
    "Field 'build_path' not allowed in this context.",
  ],
  ["several signatures", with_({ Signers: [] }), "alreadyMultisig"],
  ["somebody else's secret", { secret: "x", tx_json: payment }, "badSecret"],
  ["an unknown field", with_({ Colour: "red" }), "invalidParams", "Field 'tx_json.Colour' is unknown."],
  [
    "a field of another type",
    with_({ LimitAmount: "1" }),
    "invalidParams",
    "Field 'LimitAmount' found in disallowed location.",
  ],
  [
    "a memo that is too long",
    with_({ Memos: [{ Memo: { MemoData: "AB".repeat(1100) } }] }),
    "invalidParams",
    "The memo exceeds the maximum allowed size.",
  ],
  [
    "a type that only ledgers make",
    with_({ TransactionType: "EnableAmendment" }),
    "invalidParams",
    "Field 'LedgerSequence' is required but missing.",
  ],
]);
refuses(
  "sign",
  commands,
  [["limited callers", with_({}), "notSupported", "Signing is not supported by this server."]],
  {
    role: "guest",
  },
);

test("fills in fee, sequence and flags, and signs", async () => {
  const reply = await commands().ask("sign", with_({}));
  expect(reply).toMatchObject({
    deprecated: expect.stringContaining("deprecated"),
    tx_blob: expect.stringMatching(/^12000022800000002400000001/),
    tx_json: {
      Fee: "10",
      Flags: 0x80000000,
      Sequence: 1,
      TxnSignature: expect.any(String),
      hash: expect.any(String),
    },
  });
  expect(await commands().ask("sign", with_({}), { apiVersion: 2 })).toMatchObject({
    tx_json: { DeliverMax: "1000" },
    hash: (reply.tx_json as JsonObject).hash,
  });
});

test("signs offline what it knows nothing of", async () => {
  const tx_json = { ...payment, Account: "rrmTUL7DbmWKPrGnzPMxxVcv8cDCRSduk", Sequence: 7, Fee: "12" };
  const reply = await commands().ask("sign", { secret: "x", tx_json, offline: true });
  expect(reply).toMatchObject({ tx_json: { Sequence: 7, Fee: "12" } });
});

test("no refusal repeats a secret", async () => {
  const secrets = { secret: "sh-do-not-tell", seed: "sh-do-not-tell", passphrase: "sh-do-not-tell" };
  for (const [name, value] of Object.entries(secrets)) {
    for (const others of [{}, { key_type: "ed25519" }, { key_type: 5 }]) {
      const reply = await commands().ask("sign", { tx_json: payment, [name]: value, ...others });
      expect(JSON.stringify(reply)).not.toContain("do-not-tell");
    }
  }
});

test("a public server may be set to sign for everybody", async () => {
  const { ask, server, stop } = await startTestCommands();
  Object.assign(server, { publicSigning: true });
  expect(await ask("sign", with_({ Account: alice }), { role: "guest" })).toMatchObject({
    error: "badSecret",
  });
  await stop();
});
