import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";

const { bob, erin } = addresses;
const commands = useTestCommands(makeMarket);
const zeros = "0".repeat(64);

refuses("account_objects", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["an object as an account", { account: {} }, "internal"],
  ["an account that is not there", { account: "x" }, "actNotFound"],
  ["a number as a type", { account: bob, type: 5 }, "invalidParams", "Invalid field 'type', not string."],
  ["an unknown type", { account: bob, type: "nft_page" }, "invalidParams", "Invalid field 'type'."],
  [
    "a name that every object has",
    { account: bob, type: "constructor" },
    "invalidParams",
    "Invalid field 'type'.",
  ],
  [
    "a text as a limit",
    { account: bob, limit: "x" },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  [
    "a number as a marker",
    { account: bob, marker: 7 },
    "invalidParams",
    "Invalid field 'marker', not string.",
  ],
  ["half a marker", { account: bob, marker: zeros }, "invalidParams", "Invalid field 'marker'."],
  ["a marker that is no key", { account: bob, marker: "x,y" }, "invalidParams", "Invalid field 'marker'."],
  ...ledgerRefusals({ account: bob }),
]);

const typesOf = (reply: { account_objects?: unknown }): string[] =>
  (reply.account_objects as { LedgerEntryType: string }[])
    .map(({ LedgerEntryType }) => LedgerEntryType)
    .sort();

test("shows everything that an account owns, or one kind of it", async () => {
  const { ask } = commands();
  expect(typesOf(await ask("account_objects", { account: bob }))).toEqual([
    "Check",
    "Offer",
    "PayChannel",
    "RippleState",
    "Ticket",
    "Ticket",
  ]);
  expect(typesOf(await ask("account_objects", { account: bob, type: "ticket" }))).toEqual([
    "Ticket",
    "Ticket",
  ]);
  expect(typesOf(await ask("account_objects", { account: erin }))).toEqual([]);
});

test("shows what keeps an account from being deleted", async () => {
  const { ask } = commands();
  const request = { account: bob, deletion_blockers_only: true };
  expect(typesOf(await ask("account_objects", request))).toEqual(["Check", "PayChannel", "RippleState"]);
  expect(typesOf(await ask("account_objects", { ...request, type: "check" }))).toEqual(["Check"]);
  expect(typesOf(await ask("account_objects", { ...request, type: "offer" }))).toEqual([]);
});

test("pages hold every entry once; a marker of another directory leads nowhere", async () => {
  const { ask } = commands();
  const first = await ask("account_objects", { account: bob, limit: 4 });
  const second = await ask("account_objects", { account: bob, limit: 4, marker: first.marker as string });
  expect(typesOf(first)).toHaveLength(4);
  expect(typesOf(second)).toHaveLength(2);
  expect(second).not.toHaveProperty("marker");
  const astray = await ask("account_objects", { account: bob, marker: `${"A".repeat(64)},${zeros}` });
  expect(typesOf(astray)).toEqual([]);
});
