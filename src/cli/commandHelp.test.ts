import { expect, test } from "vitest";
import { allCommands } from "../commands/index.ts";
import { helpOf, usageOf } from "./commandHelp.ts";
import { commandLineForms } from "./commandLineForms.ts";

test("help tells what a command does, its arguments and its parameters", async () => {
  const lines = (await helpOf("account_info"))!.split("\n");
  expect(lines[0]).toBe("Usage: xagd account_info <account> [<ledger>] [strict]");
  expect(lines[2]).toMatch(/^\w.*\.$/);
  expect(lines).toContain("  account       string, required");
  expect(lines).toContain("  ledger_index  integer | current | closed | validated, default: current");
});

test("it tells who may use a command", async () => {
  expect(await helpOf("stop")).toContain("For administrators.");
  expect(await helpOf("ping")).toBe(
    "Usage: xagd ping\n\nAn empty reply, with the caller's role if it is a special one.\n",
  );
});

test("there is help for every command", async () => {
  const names = new Set([...allCommands.map(({ name }) => name), ...Object.keys(commandLineForms)]);
  for (const name of names) expect(await helpOf(name), name).toContain(`Usage: ${usageOf(name)}\n`);
  expect(await helpOf("toString")).toBeUndefined();
});
