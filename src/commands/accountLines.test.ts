import { expect, test } from "vitest";
import {
  addresses,
  ledgerRefusals,
  makeMarket,
  refuses,
  useTestCommands,
} from "../../test/support/testCommands.ts";
import { testAccount, usd } from "../../test/support/testLedger.ts";
import { rich } from "../../test/support/testNode.ts";
import { encodeAddress } from "../protocol/base58.ts";

const { alice, bob, carol } = addresses;
const commands = useTestCommands(makeMarket);

refuses("account_lines", commands, [
  ["no account", {}, "invalidParams", "Missing field 'account'."],
  ["a list as an account", { account: [] }, "internal"],
  ["an empty account", { account: "" }, "badSeed"],
  ["an account that is not there", { account: "x" }, "actNotFound"],
  [
    "a public key as a peer that is none",
    { account: bob, peer: `${alice}x`, limit: "ten" },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  ["a list as a peer", { account: bob, peer: [] }, "internal"],
  [
    "a text as a limit",
    { account: bob, limit: "10" },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  [
    "a negative limit",
    { account: bob, limit: -1 },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  [
    "a fraction as a limit",
    { account: bob, limit: 1.5 },
    "invalidParams",
    "Invalid field 'limit', not unsigned integer.",
  ],
  [
    "a number as a marker",
    { account: bob, marker: 7 },
    "invalidParams",
    "Invalid field 'marker', not string.",
  ],
  [
    "null as a marker",
    { account: bob, marker: null },
    "invalidParams",
    "Invalid field 'marker', not string.",
  ],
  ["a marker that is no key", { account: bob, marker: "here" }, "invalidParams"],
  ["a marker that is no line", { account: bob, marker: "A".repeat(64) }, "invalidParams"],
  ...ledgerRefusals({ account: bob }),
]);

test("a limited caller's limit is moved into its range", async () => {
  const limited = { role: "guest" } as const;
  const many = await commands().ask("account_lines", { account: alice, limit: 1 }, limited);
  expect(many.lines).toHaveLength(2);
  expect(await commands().ask("account_lines", { account: alice, limit: 1 })).toMatchObject({
    limit: 1,
    lines: [expect.anything()],
    marker: expect.stringMatching(/^[0-9A-F]{64}$/),
  });
});

test("tells a line from the account's side, and one peer's only if asked", async () => {
  const reply = await commands().ask("account_lines", { account: bob, peer: alice });
  expect(reply.lines).toEqual([
    {
      account: alice,
      balance: "100",
      currency: "USD",
      limit: "1000",
      limit_peer: "0",
      quality_in: 0,
      quality_out: 0,
      no_ripple: false,
      no_ripple_peer: false,
    },
  ]);
  expect((await commands().ask("account_lines", { account: alice, peer: carol })).lines).toHaveLength(1);
  expect((await commands().ask("account_lines", { account: bob, peer: carol })).lines).toEqual([]);
});

test("pages hold every line once, in one order", async () => {
  const { submit, ask } = commands();
  const issuers = Array.from({ length: 7 }, (_, i) => testAccount(`issuer ${i}`));
  for (const { id } of issuers) {
    await submit({ TransactionType: "Payment", Account: rich.erin, Destination: id, Amount: 50_000_000n });
  }
  for (const issuer of issuers) {
    await submit({ TransactionType: "TrustSet", Account: rich.dave, LimitAmount: usd(1, issuer) });
  }
  const account = encodeAddress(rich.dave.id);
  const whole = (await ask("account_lines", { account })).lines as { account: string }[];
  expect(whole).toHaveLength(7);
  const paged: unknown[] = [];
  let marker: unknown;
  do {
    const page = await ask("account_lines", {
      account,
      limit: 3,
      ...(marker !== undefined && { marker: marker as string }),
    });
    paged.push(...(page.lines as unknown[]));
    ({ marker } = page);
  } while (marker !== undefined);
  expect(paged).toEqual(whole);
});
