import { expect, test } from "vitest";
import { makeMarket, refuses, useTestCommands } from "../../test/support/testCommands.ts";

const commands = useTestCommands(makeMarket);

refuses("tx_history", commands, [
  ["no start", {}, "invalidParams"],
  ["a negative start", { start: -1 }, "internal"],
  ["a text as a start", { start: "x" }, "internal"],
]);
refuses("tx_history", commands, [["a far start for limited callers", { start: 10_001 }, "noPermission"]], {
  role: "guest",
});
refuses("tx_history", commands, [["version 2", { start: 0 }, "unknownCmd"]], { apiVersion: 2 });

test("tells the newest transactions, and null beyond the oldest", async () => {
  const { ask } = commands();
  const { txs } = await ask("tx_history", { start: 0 });
  expect(txs).toHaveLength(12);
  expect(await ask("tx_history", { start: "5" })).toMatchObject({ index: 5, txs: (txs as never[]).slice(5) });
  expect(await ask("tx_history", { start: 100 })).toEqual({ index: 100, txs: null });
});
