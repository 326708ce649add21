import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import { rich } from "../../test/support/testNode.ts";
import { keylet } from "../protocol/keylets.ts";
import type { JsonObject } from "./json.ts";

const { alice, bob, carol } = addresses;
const commands = useTestCommands(makeMarket);
const key = "A".repeat(64);

refuses("ledger_entry", commands, [
  ["nothing that names an entry", {}, "unknownOption"],
  ["a key that is none", { index: "x" }, "malformedRequest"],
  ["a list as a key", { index: [] }, "internal"],
  ["a key without an entry", { index: key }, "entryNotFound"],
  ["an account that is none", { account_root: "x" }, "malformedAddress"],
  ["account zero", { account_root: "rrrrrrrrrrrrrrrrrrrrrhoLvTp" }, "malformedAddress"],
  ["an entry of another kind", { check: keylet.account(rich.alice.id).key }, "malformedRequest"],
  ["a check that is no key", { check: "x" }, "malformedRequest"],
  ["half an authorization", { deposit_preauth: { owner: alice } }, "malformedRequest"],
  ["an authorization by nobody", { deposit_preauth: { owner: "x", authorized: alice } }, "malformedOwner"],
  [
    "an authorization of nobody",
    { deposit_preauth: { owner: alice, authorized: "x" } },
    "malformedAuthorized",
  ],
  ["a number as an authorization", { deposit_preauth: 5 }, "malformedRequest"],
  ["null as a directory", { directory: null }, "malformedRequest"],
  ["a directory of nothing", { directory: {} }, "malformedRequest"],
  ["a directory of two things", { directory: { owner: alice, dir_root: key } }, "malformedRequest"],
  ["a text as a page", { directory: { owner: alice, sub_index: "x" } }, "malformedRequest"],
  ["a directory's owner that is none", { directory: { owner: "x" } }, "malformedAddress"],
  ["an escrow without a sequence", { escrow: { owner: alice } }, "malformedRequest"],
  ["an escrow's owner that is none", { escrow: { owner: "x", seq: 1 } }, "malformedOwner"],
  ["an offer with a text as a sequence", { offer: { account: alice, seq: "1" } }, "malformedRequest"],
  ["an offer's account that is none", { offer: { account: "x", seq: 1 } }, "malformedAddress"],
  ["a negative sequence", { offer: { account: alice, seq: -1 } }, "internal"],
  ["a channel that is no key", { payment_channel: "x" }, "malformedRequest"],
  ["a line with one account", { ripple_state: { currency: "USD", accounts: [alice] } }, "malformedRequest"],
  [
    "a line with oneself",
    { ripple_state: { currency: "USD", accounts: [alice, alice] } },
    "malformedRequest",
  ],
  ["a line without a currency", { ripple_state: { accounts: [alice, bob] } }, "malformedRequest"],
  ["a line with nobody", { ripple_state: { currency: "USD", accounts: [alice, "x"] } }, "malformedAddress"],
  [
    "a line of an unknown currency",
    { ripple_state: { currency: "U", accounts: [alice, bob] } },
    "malformedCurrency",
  ],
  ["a ticket without its number", { ticket: { account: alice } }, "malformedRequest"],
  ...ledgerRefusals({ account_root: alice }),
]);

const found: readonly [string, JsonObject][] = [
  ["AccountRoot", { account_root: alice }],
  ["AccountRoot", { index: keylet.account(rich.alice.id).key.toLowerCase() }],
  ["Check", { check: keylet.check(rich.bob.id, 6).key }],
  ["DepositPreauth", { deposit_preauth: { owner: carol, authorized: alice } }],
  ["DirectoryNode", { directory: { owner: bob } }],
  ["DirectoryNode", { directory: { dir_root: keylet.ownerDirectory(rich.bob.id).key, sub_index: 0 } }],
  ["Offer", { offer: { account: bob, seq: 2 } }],
  ["PayChannel", { payment_channel: keylet.payChannel(rich.bob.id, rich.carol.id, 7).key }],
  ["RippleState", { ripple_state: { currency: "USD", accounts: [bob, alice] } }],
  ["Ticket", { ticket: { account: bob, ticket_seq: 4 } }],
];
test.each(found)("finds %s by %j", async (type, request) => {
  const { ask } = commands();
  const reply = await ask("ledger_entry", request);
  expect(reply.node).toMatchObject({ LedgerEntryType: type, index: reply.index });
  const binary = await ask("ledger_entry", { ...request, binary: true });
  expect(binary.node_binary).toMatch(/^11/);
});

test("a key of zeros names nothing, which is no error", async () => {
  const reply = await commands().ask("ledger_entry", { index: "0" });
  expect(reply).toEqual({ ledger_current_index: 4, validated: false });
});
