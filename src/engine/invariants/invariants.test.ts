import { describe, expect, test } from "vitest";
import { TestLedger, testAccount, usd } from "../../../test/support/testLedger.ts";
import { nativeCurrency } from "../../protocol/amounts/issue.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import { newEntry } from "../../state/newEntry.ts";
import { maximumDrops } from "../commonChecks.ts";
import type { Transaction } from "../transaction.ts";
import { createInvariants } from "./createInvariants.ts";

const ledger = new TestLedger();
const alice = testAccount("alice");
const bob = testAccount("bob");

type Visit = [before: LedgerEntry | undefined, after: LedgerEntry | undefined, isDelete?: boolean];

/** What the invariants say when a transaction with these effects has been applied. */
function check(
  visits: readonly Visit[],
  options: { type?: string; result?: EngineResult; fee?: bigint; offered?: bigint } = {},
): string[] {
  const { type = "AccountSet", result = "tesSUCCESS", fee = 0n, offered = fee } = options;
  const invariants = createInvariants();
  for (const [before, after, isDelete = false] of visits) {
    for (const invariant of invariants) invariant.visit(before, after, isDelete);
  }
  const tx: Transaction = {
    TransactionType: type,
    Account: alice.id,
    Fee: offered,
    Sequence: 1,
    SigningPubKey: "",
  };
  return invariants
    .map((invariant) => invariant.finalize(tx, result, fee, ledger.state))
    .filter((violation) => violation !== undefined);
}

const root = (Balance: bigint, Sequence = ledger.state.ledgerIndex, account = alice) =>
  newEntry(keylet.account(account.id), { Account: account.id, Balance, Sequence, OwnerCount: 0 });
const escrow = (Amount: bigint) =>
  newEntry(keylet.escrow(alice.id, 1), { Account: alice.id, Destination: bob.id, Amount, OwnerNode: 0n });
const channel = (Amount: bigint, Balance: bigint) =>
  newEntry(keylet.payChannel(alice.id, bob.id, 1), {
    Account: alice.id,
    Destination: bob.id,
    Amount,
    Balance,
    PublicKey: "",
    SettleDelay: 0,
    OwnerNode: 0n,
  });
const offer = (TakerPays: bigint | IssuedAmount, TakerGets: bigint | IssuedAmount) =>
  newEntry(keylet.offer(alice.id, 1), {
    Account: alice.id,
    Sequence: 1,
    TakerPays,
    TakerGets,
    BookDirectory: "0".repeat(64),
    BookNode: 0n,
    OwnerNode: 0n,
  });
const line = (LowLimit: bigint | IssuedAmount, HighLimit: bigint | IssuedAmount) =>
  newEntry(keylet.line(alice.id, bob.id, "0".repeat(40)), { Balance: usd(0, bob), LowLimit, HighLimit });
const native = new IssuedAmount(0n, -100, nativeCurrency, bob.id);

describe("hold for", () => {
  test.each<[string, Visit[], Parameters<typeof check>[1]?]>([
    ["nothing", []],
    ["a fee", [[root(100n), root(90n)]], { fee: 10n }],
    ["a fee below what was offered", [[root(5n), root(0n)]], { fee: 5n, offered: 10n }],
    [
      "a new account",
      [
        [root(100n), root(60n)],
        [undefined, root(40n, 1000, bob)],
      ],
      { type: "Payment" },
    ],
    [
      "a new escrow",
      [
        [root(100n), root(60n)],
        [undefined, escrow(40n)],
      ],
    ],
    [
      "a finished escrow",
      [
        [escrow(40n), escrow(40n), true],
        [root(0n), root(40n)],
      ],
    ],
    [
      "a claim",
      [
        [channel(100n, 10n), channel(100n, 30n)],
        [root(0n), root(20n)],
      ],
    ],
    [
      "a closed channel",
      [
        [channel(100n, 30n), channel(100n, 30n), true],
        [root(0n), root(70n)],
      ],
    ],
    [
      "a deleted account",
      [
        [root(100n), root(0n), true],
        [root(0n, 1, bob), root(100n, 1, bob)],
      ],
      { type: "AccountDelete" },
    ],
    ["an offer", [[offer(5n, usd(1, bob)), offer(0n, usd(0, bob))]]],
    ["a trust line", [[undefined, line(usd(0, alice), usd(0, bob))]]],
    ["an account with everything", [[root(maximumDrops), root(maximumDrops)]]],
  ])("%s", (_, visits, options) => expect(check(visits, options)).toEqual([]));
});

describe("are broken by", () => {
  test.each<[string, RegExp, Visit[], Parameters<typeof check>[1]?]>([
    ["a negative fee", /fee paid was negative/, [[root(0n), root(1n)]], { fee: -1n }],
    ["a fee of everything", /exceeds system limit/, [], { fee: maximumDrops }],
    ["a fee above what was offered", /more than the transaction's/, [], { fee: 11n, offered: 10n }],

    ["a deleted account", /1 account roots were deleted/, [[root(0n), root(0n), true]]],
    [
      "a failed AccountDelete that deletes",
      /account roots were deleted/,
      [[root(0n), root(0n), true]],
      { type: "AccountDelete", result: "tecHAS_OBLIGATIONS" },
    ],
    ["an AccountDelete that does not", /deleted 0 accounts/, [], { type: "AccountDelete" }],
    [
      "an AccountDelete of two",
      /deleted 2 accounts/,
      [
        [root(0n), root(0n), true],
        [root(0n, 1, bob), root(0n, 1, bob), true],
      ],
      { type: "AccountDelete" },
    ],

    ["a changed type", /AccountRoot became Escrow/, [[root(40n), escrow(40n)]]],
    [
      "an unknown type",
      /invalid ledger entry type added: Nickname/,
      [[undefined, { ...root(0n), LedgerEntryType: "Nickname" } as unknown as LedgerEntry]],
    ],

    ["a negative balance", /incorrect native balance/, [[root(5n), root(-5n)]], { fee: 10n }],
    ["a balance above everything", /incorrect native balance/, [[root(maximumDrops + 1n), root(0n)]]],
    [
      "a balance that is not native",
      /incorrect native balance/,
      [[undefined, { ...escrow(1n), ...root(0n), Balance: usd(1, bob) } as unknown as LedgerEntry]],
    ],

    ["money from nowhere", /was positive: 1/, [[root(0n), root(1n)]]],
    ["money into nowhere", /of -1 does not match fee 0/, [[root(1n), root(0n)]]],
    ["an escrow for nothing", /was positive: 40/, [[undefined, escrow(40n)]]],
    [
      "an escrow that pays double",
      /was positive/,
      [
        [escrow(40n), escrow(40n), true],
        [root(0n), root(80n)],
      ],
    ],
    ["a claim that reaches nobody", /of -20 does not match/, [[channel(100n, 10n), channel(100n, 30n)]]],

    ["a native trust line", /native trust line/, [[undefined, line(0n, usd(0, bob))]]],
    ["a trust line of currency zero", /native trust line/, [[undefined, line(usd(0, alice), native)]]],
    [
      "a native trust line before a good one",
      /native trust line/,
      [
        [undefined, line(native, native)],
        [undefined, line(usd(0, alice), usd(0, bob))],
      ],
    ],

    ["an offer of native for native", /offer with a bad amount/, [[undefined, offer(1n, 2n)]]],
    ["a negative offer", /offer with a bad amount/, [[undefined, offer(-1n, usd(1, bob))]]],
    ["an offer that was negative", /offer with a bad amount/, [[offer(1n, usd(-1, bob)), undefined]]],

    ["an empty escrow", /escrow specifies invalid amount/, [[undefined, escrow(0n)]]],
    ["an escrow of everything", /escrow specifies invalid amount/, [[undefined, escrow(maximumDrops)]]],
    ["an escrow that was negative", /escrow specifies invalid amount/, [[escrow(-1n), undefined]]],

    ["an account made by another type", /by a non-Payment/, [[undefined, root(0n)]]],
    [
      "an account made by a failure",
      /by an unsuccessful/,
      [[undefined, root(0n)]],
      { type: "Payment", result: "tecPATH_DRY" },
    ],
    [
      "two accounts made",
      /multiple accounts created/,
      [
        [undefined, root(0n)],
        [undefined, root(0n, 1000, bob)],
      ],
      { type: "Payment" },
    ],
    [
      "an account that starts at another sequence",
      /wrong starting sequence/,
      [[undefined, root(0n, 1)]],
      { type: "Payment" },
    ],
  ])("%s", (_, expected, visits, options) => {
    expect(check(visits, options).join("; ")).toMatch(expected);
  });
});

describe("a transaction that breaks one", () => {
  const rich = { TransactionType: "AccountSet", SetFlag: 1 };

  test("claims its fee and has no other effect", () => {
    const world = new TestLedger();
    const carol = world.fund("carol");
    // The escrow is bad already; finishing it shows that.
    const bad = keylet.escrow(carol.id, 9);
    const fields = { Account: carol.id, Destination: carol.id, FinishAfter: 1, OwnerNode: 0n };
    const directory = keylet.ownerDirectory(carol.id);
    world.state.put(newEntry(bad, { ...fields, Amount: 0n }));
    world.state.put(newEntry(directory, { Owner: carol.id, RootIndex: directory.key, Indexes: [bad.key] }));
    const outcome = world.apply({
      TransactionType: "EscrowFinish",
      Account: carol,
      Owner: carol.id,
      OfferSequence: 9,
    });
    expect(outcome).toMatchObject({ result: "tecINVARIANT_FAILED", applied: true });
    expect(outcome.violations).toHaveLength(1);
    expect(world.read(bad)).toBeDefined();
    expect(world.root(carol).Balance).toBe(999_999_990n);
  });

  test("is refused when even claiming the fee breaks it", () => {
    const world = new TestLedger();
    const dora = world.fund("dora", maximumDrops + 100n);
    const outcome = world.apply({ ...rich, Account: dora });
    expect(outcome).toMatchObject({ result: "tefINVARIANT_FAILED", applied: false });
    expect(world.root(dora).Flags).toBe(0);
  });
});
