import { expect, test } from "vitest";
import { ledgerRefusals, makeMarket, refuses, useTestCommands } from "../../test/support/testCommands.ts";

const commands = useTestCommands(makeMarket);

refuses("ledger_data", commands, [
  ["a number as a marker", { marker: 7 }, "invalidParams", "Invalid field 'marker', not valid."],
  ["a marker that is no key", { marker: "x" }, "invalidParams", "Invalid field 'marker', not valid."],
  ["a text as a limit", { limit: "x" }, "invalidParams", "Invalid field 'limit', not integer."],
  ["a fraction as a limit", { limit: 1.5 }, "invalidParams", "Invalid field 'limit', not integer."],
  ["an unknown type", { type: "x" }, "invalidParams", "Invalid field 'type'."],
  ["a number as a type", { type: 5 }, "invalidParams", "Invalid field 'type', not string."],
  ...ledgerRefusals(),
]);

test.each([{ ledger_index: "validated" }, { ledger_index: "current" }])(
  "pages of %j hold every entry once",
  async (ledger) => {
    const { ask } = commands();
    const indexesOf = (reply: { state?: unknown }): string[] =>
      (reply.state as { index: string }[]).map(({ index }) => index);
    const whole = indexesOf(await ask("ledger_data", ledger));
    expect(whole).toEqual([...whole].sort());
    const paged: string[] = [];
    let marker: string | undefined;
    do {
      const page = await ask("ledger_data", { ...ledger, limit: 5, binary: true, ...(marker && { marker }) });
      paged.push(...indexesOf(page));
      expect(page.ledger !== undefined).toBe(marker === undefined);
      marker = page.marker as string | undefined;
    } while (marker !== undefined);
    expect(paged).toEqual(whole);
  },
);

test("a page in which a type does not occur is null in version 1, empty in version 2", async () => {
  const { ask } = commands();
  expect((await ask("ledger_data", { type: "escrow" })).state).toBeNull();
  expect((await ask("ledger_data", { type: "escrow" }, { apiVersion: 2 })).state).toEqual([]);
});
