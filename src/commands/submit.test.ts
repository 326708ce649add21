import { expect, test } from "vitest";
import { addresses, refuses, useTestCommands } from "../../test/support/testCommands.ts";
import { payment, rich } from "../../test/support/testNode.ts";
import { bytesToHex } from "../protocol/hex.ts";
import type { JsonObject } from "./json.ts";

const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const master = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const { alice, frank } = addresses;
const tx_json = { TransactionType: "Payment", Account: master, Destination: frank, Amount: "1000" };

const commands = useTestCommands();

refuses("submit", commands, [
  ["an empty blob", { tx_blob: "" }, "invalidParams"],
  ["a blob that is no hexadecimal", { tx_blob: "xyz" }, "invalidParams"],
  ["a list as a blob", { tx_blob: [] }, "internal"],
  ["neither blob nor secret", {}, "invalidParams", "Missing field 'secret'."],
  ["no transaction", { secret }, "invalidParams", "Missing field 'tx_json'."],
  ["somebody else's secret", { secret: "x", tx_json }, "badSecret"],
]);
refuses(
  "submit",
  commands,
  [
    [
      "to sign for limited callers",
      { secret, tx_json },
      "notSupported",
      "Signing is not supported by this server.",
    ],
  ],
  {
    role: "guest",
  },
);

test.each([
  ["a few bytes", "1200", "Transaction length invalid"],
  ["an odd digit", "123", "Transaction length invalid"],
  ["no transaction", "00".repeat(40), expect.any(String)],
])("says what is wrong with a blob of %s", async (_what, tx_blob, error_exception) => {
  expect(await commands().ask("submit", { tx_blob })).toEqual({
    error: "invalidTransaction",
    error_exception,
  });
});

test("answers a blob with its outcome, whoever hands it in", async () => {
  const { blob, hash } = payment(rich.alice, 1);
  const reply = await commands().ask(
    "submit",
    { tx_blob: bytesToHex(blob).toLowerCase() },
    { role: "guest" },
  );
  expect(reply).toEqual({
    tx_blob: bytesToHex(blob),
    tx_json: expect.objectContaining({ Account: alice, hash }),
    engine_result: "tesSUCCESS",
    engine_result_code: 0,
    engine_result_message: "The transaction was applied. Only final in a validated ledger.",
    accepted: true,
    applied: true,
    broadcast: true,
    queued: false,
    kept: true,
    account_sequence_next: 2,
    account_sequence_available: 2,
    open_ledger_cost: "10",
    validated_ledger_index: 2,
  });
});

test("signs and submits, and says that this is no good habit", async () => {
  const reply = await commands().ask("submit", { secret, tx_json } as JsonObject);
  expect(reply).toMatchObject({
    engine_result: "tesSUCCESS",
    deprecated: expect.any(String),
    tx_json: { Sequence: 1 },
  });
  expect(reply).not.toHaveProperty("accepted");
});

test("local checks are told as the reason", async () => {
  const { blob } = payment(rich.bob, 1, { Memos: [{ Memo: { MemoData: "AB".repeat(1100) } }] });
  expect(await commands().ask("submit", { tx_blob: bytesToHex(blob) })).toEqual({
    error: "invalidTransaction",
    error_exception: "fails local checks: The memo exceeds the maximum allowed size.",
  });
});

test("no refusal repeats a secret", async () => {
  const reply = await commands().ask("submit", {
    secret: "sh-do-not-tell",
    tx_json: { ...tx_json, Fee: "x" },
  });
  expect(JSON.stringify(reply)).not.toContain("do-not-tell");
});
