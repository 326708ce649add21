import { expect, test } from "vitest";
import { addresses, makeMarket, refuses, useTestCommands } from "../../test/support/testCommands.ts";

const { bob } = addresses;
const commands = useTestCommands(makeMarket);

refuses("owner_info", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["an object as an account", { account: {} }, "internal"],
]);

test("tells offers and lines in both ledgers, and of a name that is none in both", async () => {
  const { ask } = commands();
  const owned = {
    offers: [expect.objectContaining({ LedgerEntryType: "Offer" })],
    ripple_lines: [expect.objectContaining({ LedgerEntryType: "RippleState" })],
  };
  expect(await ask("owner_info", { account: bob })).toEqual({ accepted: owned, current: owned });
  const refused = expect.objectContaining({ error: "badSeed" });
  expect(await ask("owner_info", { ident: "" })).toEqual({ accepted: refused, current: refused });
});
