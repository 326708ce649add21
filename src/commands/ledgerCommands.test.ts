import { expect, test } from "vitest";
import {
  ledgerRefusals,
  refuses,
  startTestCommands,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import { testStart } from "../../test/support/testNode.ts";

const commands = useTestCommands(async ({ node }) => {
  for (let i = 0; i < 3; i++) await node.closeLedger();
});

refuses("ledger_header", commands, ledgerRefusals());
refuses("ledger_header", commands, [["version 2", {}, "unknownCmd"]], { apiVersion: 2 });
const exactlyOne = "Exactly one of ledger_hash and ledger_index can be set.";
refuses("ledger_request", commands, [
  ["neither hash nor index", {}, "invalidParams", exactlyOne],
  ["both", { ledger_hash: "A".repeat(64), ledger_index: 3 }, "invalidParams", exactlyOne],
  ["a name", { ledger_index: "validated" }, "invalidParams", "Invalid field 'ledger_index'."],
  ["a number as a hash", { ledger_hash: 7 }, "invalidParams", "Invalid field 'ledger_hash'."],
  ["a short hash", { ledger_hash: "AB" }, "invalidParams", "Invalid field 'ledger_hash'."],
  ["the last ledger", { ledger_index: 5 }, "invalidParams", "Ledger index too large"],
  ["a negative index", { ledger_index: -1 }, "invalidParams", "Ledger index too large"],
  ["ledger 0", { ledger_index: 0 }, "invalidParams", "Ledger index too small"],
]);
refuses("ledger_request", commands, [["limited callers", { ledger_index: 3 }, "noPermission"]], {
  role: "guest",
});
refuses("ledger_accept", commands, [
  ["a text as a close time", { close_time: "soon" }, "internal"],
  ["a negative close time", { close_time: -1 }, "internal"],
]);
refuses("ledger_accept", commands, [["limited callers", {}, "noPermission"]], { role: "guest" });

test("a past ledger is told; of one that nobody has, that nothing has come", async () => {
  const { ask } = commands();
  expect(await ask("ledger_request", { ledger_index: 3 })).toMatchObject({
    ledger_index: 3,
    ledger: { ledger_index: "3" },
  });
  const hash = "AB".repeat(32);
  expect(await ask("ledger_request", { ledger_hash: hash })).toEqual({
    hash,
    have_header: false,
    peers: 0,
    timeouts: 0,
  });
});

test("a header is told as bytes and as JSON", async () => {
  expect(await commands().ask("ledger_header", { ledger_index: 3 })).toMatchObject({
    ledger_data: expect.stringMatching(/^00000003[0-9A-F]{228}$/),
    ledger: { ledger_index: "3" },
  });
});

test("ledger_closed, ledger_current and ledger_accept agree", async () => {
  const { ask, node, stop } = await startTestCommands();
  expect(await ask("ledger_accept", { close_time: testStart + 100 })).toEqual({ ledger_current_index: 4 });
  expect(await ask("ledger_current")).toEqual({ ledger_current_index: 4 });
  expect(await ask("ledger_closed")).toEqual({ ledger_index: 3, ledger_hash: node.ledgers.closed().hash });
  expect(node.ledgers.closed().header.closeTime).toBe(testStart + 100);
  await stop();
});

test("ledger_accept is for ledgers that close on command", async () => {
  const { ask, stop } = await startTestCommands({ settings: { close: "instant" } });
  expect(await ask("ledger_accept")).toEqual({ error: "notStandAlone" });
  await stop();
});
