import { expect, test } from "vitest";
import { addresses, makeMarket, useTestCommands } from "../../../test/support/testCommands.ts";
import { rich } from "../../../test/support/testNode.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { JsonObject } from "../json.ts";

const { alice, bob, carol } = addresses;
const commands = useTestCommands(makeMarket);
const key = "A".repeat(64);

const refused: readonly [what: string, request: JsonObject, token: string, code: number, message: string][] =
  [
    ["nothing", {}, "invalidParams", 31, "No ledger_entry params provided."],
    ["two entries", { index: key, check: key }, "invalidParams", 31, "Too many fields provided."],
    ["a key that is none", { index: "x" }, "malformedRequest", 31, "Invalid field 'index', not hex string."],
    ["a number as a key", { check: 5 }, "malformedRequest", 31, "Invalid field 'check', not hex string."],
    [
      "neither a key nor an object",
      { offer: 5 },
      "malformedRequest",
      31,
      "Invalid field 'offer', not hex string or object.",
    ],
    [
      "an account that is none",
      { account: "x" },
      "malformedAddress",
      31,
      "Invalid field 'account', not AccountID.",
    ],
    [
      "account zero",
      { account_root: "rrrrrrrrrrrrrrrrrrrrrhoLvTp" },
      "malformedAddress",
      31,
      "Invalid field 'account_root', not AccountID.",
    ],
    [
      "an offer without an account",
      { offer: { seq: 1 } },
      "malformedRequest",
      31,
      "Missing field 'account'.",
    ],
    [
      "an offer without a number",
      { offer: { account: bob } },
      "malformedRequest",
      31,
      "Missing field 'seq'.",
    ],
    [
      "a negative number",
      { offer: { account: bob, seq: -1 } },
      "malformedRequest",
      31,
      "Invalid field 'seq', not number.",
    ],
    [
      "an escrow's number that is none",
      { escrow: { owner: bob, seq: "x" } },
      "malformedSeq",
      31,
      "Invalid field 'seq', not number.",
    ],
    [
      "an escrow's owner that is none",
      { escrow: { owner: 5, seq: 1 } },
      "malformedOwner",
      31,
      "Invalid field 'owner', not AccountID.",
    ],
    [
      "a ticket without its number",
      { ticket: { account: bob } },
      "malformedRequest",
      31,
      "Missing field 'ticket_seq'.",
    ],
    [
      "an authorization of nobody",
      { deposit_preauth: { owner: bob } },
      "malformedRequest",
      31,
      "Must have exactly one of `authorized` and `authorized_credentials`.",
    ],
    [
      "an authorization of what is no account",
      { deposit_preauth: { owner: bob, authorized: "x" } },
      "malformedAuthorized",
      31,
      "Invalid field 'authorized', not AccountID.",
    ],
    [
      "a directory of two things",
      { directory: { owner: alice, dir_root: key } },
      "malformedRequest",
      31,
      "Must have exactly one of `owner` and `dir_root` fields.",
    ],
    [
      "a text as a page",
      { directory: { owner: alice, sub_index: "x" } },
      "malformedRequest",
      31,
      "Invalid field 'sub_index', not number.",
    ],
    [
      "a root that is none",
      { directory: { dir_root: "x" } },
      "malformedDirRoot",
      31,
      "Invalid field 'dir_root', not hash.",
    ],
    [
      "a line without accounts",
      { ripple_state: { currency: "USD" } },
      "malformedRequest",
      31,
      "Missing field 'accounts'.",
    ],
    [
      "a line with one account",
      { ripple_state: { currency: "USD", accounts: [alice] } },
      "malformedRequest",
      31,
      "Invalid field 'accounts', not length-2 array of Accounts.",
    ],
    [
      "a line with nobody",
      { state: { currency: "USD", accounts: [alice, "x"] } },
      "malformedAddress",
      31,
      "Invalid field 'accounts', not array of Accounts.",
    ],
    [
      "a line with oneself",
      { ripple_state: { currency: "USD", accounts: [alice, alice] } },
      "malformedRequest",
      31,
      "Cannot have a trustline to self.",
    ],
    [
      "a line in an unknown currency",
      { ripple_state: { currency: "", accounts: [alice, bob] } },
      "malformedCurrency",
      31,
      "Invalid field 'currency', not Currency.",
    ],
    ["no fees", { fee: false }, "invalidParams", 31, "Invalid field 'fee', not true."],
    ["a key without an entry", { index: key }, "entryNotFound", 98, "Entry not found."],
    ["fees of which the ledger says nothing", { fee: true }, "entryNotFound", 98, "Entry not found."],
    ["a key of zeros", { index: "0" }, "entryNotFound", 98, "Entry not found."],
    [
      "an entry of another kind",
      { check: keylet.account(rich.alice.id).key },
      "unexpectedLedgerType",
      99,
      "Unexpected ledger type.",
    ],
  ];
test.each(refused)("refuses %s", async (_what, request, error, error_code, error_message) => {
  expect(await commands().ask("ledger_entry", request, { apiVersion: 2 })).toMatchObject({
    error,
    error_code,
    error_message,
  });
});

const found: readonly [type: string, request: JsonObject][] = [
  ["AccountRoot", { account: alice }],
  ["AccountRoot", { account_root: alice }],
  ["Amendments", { amendments: true }],
  ["LedgerHashes", { hashes: true }],
  ["DepositPreauth", { deposit_preauth: { owner: carol, authorized: alice } }],
  ["DirectoryNode", { directory: { owner: bob } }],
  ["DirectoryNode", { directory: { dir_root: keylet.ownerDirectory(rich.bob.id).key } }],
  ["Offer", { offer: { account: bob, seq: "2" } }],
  ["Offer", { offer: keylet.offer(rich.bob.id, 2).key }],
  ["RippleState", { ripple_state: { currency: "USD", accounts: [bob, alice] } }],
  ["RippleState", { state: { currency: "USD", accounts: [bob, alice] } }],
  ["SignerList", { signer_list: keylet.signerList(rich.carol.id).key }],
  ["Ticket", { ticket: { account: bob, ticket_seq: 4 } }],
];
test.each(found)("finds %s by %j", async (type, request) => {
  const { index, node } = await commands().ask("ledger_entry", request, { apiVersion: 2 });
  expect(node).toMatchObject({ LedgerEntryType: type, index });
});
