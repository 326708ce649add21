import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { badCurrency } from "../../protocol/currency.ts";
import {
  asf,
  hasFlag,
  lsfDefaultRipple,
  tfClearFreeze,
  tfClearNoRipple,
  tfSetFreeze,
  tfSetfAuth,
  tfSetNoRipple,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import { newEntry } from "../../state/newEntry.ts";
import { sideOf } from "./lineSide.ts";

let ledger: TestLedger;
let alice: TestAccount;
let gate: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  // With DefaultRipple, a line that lets others ripple through is as it was made.
  alice = ledger.fund("alice", undefined, { Flags: lsfDefaultRipple });
  gate = ledger.fund("gate", undefined, { Flags: lsfDefaultRipple });
});
const trust = (account: TestAccount, fields: Record<string, unknown>) =>
  ledger.submit({ TransactionType: "TrustSet", Account: account, ...fields });
const line = () => ledger.read(keylet.line(alice.id, gate.id, usdCurrency));
const pay = (from: TestAccount, to: TestAccount, value: number) =>
  ledger.submit({ TransactionType: "Payment", Account: from, Destination: to.id, Amount: usd(value, gate) });

describe("refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ LimitAmount: usd(1, gate), Flags: 0x00080000 })],
    ["temBAD_AMOUNT", () => ({ LimitAmount: 10n ** 17n + 1n })],
    ["temBAD_LIMIT", () => ({})],
    ["temBAD_LIMIT", () => ({ LimitAmount: 5n })],
    ["temBAD_CURRENCY", () => ({ LimitAmount: new IssuedAmount(10n ** 15n, 0, badCurrency, gate.id) })],
    ["temBAD_LIMIT", () => ({ LimitAmount: usd(-1, gate) })],
    ["temDST_NEEDED", () => ({ LimitAmount: usd(1, { ...gate, id: "0".repeat(40) }) })],
    ["temDST_NEEDED", () => ({ LimitAmount: usd(1, { ...gate, id: "1".padStart(40, "0") }) })],
    ["tefNO_AUTH_REQUIRED", () => ({ LimitAmount: usd(1, gate), Flags: tfSetfAuth })],
    ["temDST_IS_SRC", () => ({ LimitAmount: usd(1, alice) })],
    ["tecNO_DST", () => ({ LimitAmount: usd(1, { ...gate, id: "7".repeat(40) }) })],
    ["tecNO_LINE_REDUNDANT", () => ({ LimitAmount: usd(0, gate) })],
    [
      "tecNO_LINE_REDUNDANT",
      () => ({ LimitAmount: usd(0, gate), QualityIn: 0, QualityOut: 1e9, Flags: tfSetNoRipple }),
    ],
  ] as const)("%s", (result, fields) => expect(trust(alice, fields())).toBe(result));

  test("tecNO_LINE_INSUF_RESERVE from the third object on", () => {
    ledger.change(keylet.account(alice.id), { Balance: 30n });
    const [first, second, third] = ["b", "c", "d"].map((name) => ledger.fund(name));
    expect(trust(alice, { LimitAmount: usd(1, first!) })).toBe("tesSUCCESS");
    expect(trust(alice, { LimitAmount: usd(1, second!) })).toBe("tesSUCCESS");
    ledger.change(keylet.account(alice.id), { Balance: 349_999_999n });
    expect(trust(alice, { LimitAmount: usd(1, third!) })).toBe("tecNO_LINE_INSUF_RESERVE");
    ledger.change(keylet.account(alice.id), { Balance: 350_000_000n });
    expect(trust(alice, { LimitAmount: usd(1, third!) })).toBe("tesSUCCESS");
  });

  test("tecINSUF_RESERVE_LINE: a line that somebody else paid for", () => {
    expect(trust(gate, { LimitAmount: usd(1, alice) })).toBe("tesSUCCESS");
    ledger.change(keylet.account(alice.id), { OwnerCount: 5, Balance: 500_000_000n - 1n });
    expect(trust(alice, { LimitAmount: usd(1, gate) })).toBe("tecINSUF_RESERVE_LINE");
    ledger.change(keylet.account(alice.id), { Balance: 500_000_000n });
    expect(trust(alice, { LimitAmount: usd(1, gate) })).toBe("tesSUCCESS");
    expect(ledger.root(alice).OwnerCount).toBe(6);
  });

  test("tecNO_PERMISSION: NoRipple while owing", () => {
    trust(alice, { LimitAmount: usd(10, gate) });
    pay(gate, alice, 5);
    expect(trust(gate, { LimitAmount: usd(0, alice), Flags: tfSetNoRipple })).toBe("tecNO_PERMISSION");
    expect(trust(alice, { LimitAmount: usd(10, gate), Flags: tfSetNoRipple })).toBe("tesSUCCESS");
  });
});

test("makes a line, changes it, and deletes it with the last thing on it", () => {
  expect(trust(alice, { LimitAmount: usd(10, gate) })).toBe("tesSUCCESS");
  expect(ledger.root(alice).OwnerCount).toBe(1);
  expect(ledger.root(gate).OwnerCount).toBe(0);
  const mine = sideOf(alice.id, gate.id);
  expect(line()?.[mine.limit]).toEqual(usd(10, alice));
  expect(trust(alice, { LimitAmount: usd(20, gate) })).toBe("tesSUCCESS");
  expect(line()?.[mine.limit]).toEqual(usd(20, alice));
  expect(trust(alice, { LimitAmount: usd(0, gate) })).toBe("tesSUCCESS");
  expect(line()).toBeUndefined();
  expect(ledger.root(alice).OwnerCount).toBe(0);
  expect(ledger.read(keylet.ownerDirectory(alice.id))).toBeUndefined();
});

test("a line with a balance stays, though nobody wants it, and is held by who has the money", () => {
  trust(alice, { LimitAmount: usd(10, gate) });
  pay(gate, alice, 5);
  expect(trust(alice, { LimitAmount: usd(0, gate) })).toBe("tesSUCCESS");
  expect(ledger.root(alice).OwnerCount).toBe(1);
  expect(ledger.holds(alice, gate)).toBe("5");
});

test("without DefaultRipple, a line that lets others ripple through is special", () => {
  ledger.change(keylet.account(alice.id), { Flags: 0 });
  trust(alice, { LimitAmount: usd(10, gate) });
  expect(trust(alice, { LimitAmount: usd(0, gate) })).toBe("tesSUCCESS");
  expect(line()).toBeDefined();
  expect(trust(alice, { LimitAmount: usd(0, gate), Flags: tfSetNoRipple })).toBe("tesSUCCESS");
  expect(line()).toBeUndefined();
});

test("a deleted freeze takes the line with it when nothing else is on it", () => {
  trust(alice, { LimitAmount: usd(10, gate) });
  expect(trust(gate, { LimitAmount: usd(0, alice), Flags: tfSetFreeze })).toBe("tesSUCCESS");
  expect(ledger.root(gate).OwnerCount).toBe(1);
  expect(trust(alice, { LimitAmount: usd(0, gate) })).toBe("tesSUCCESS");
  expect(line()).toBeDefined();
  expect(trust(gate, { LimitAmount: usd(0, alice), Flags: tfClearFreeze })).toBe("tesSUCCESS");
  expect(line()).toBeUndefined();
  expect([ledger.root(alice).OwnerCount, ledger.root(gate).OwnerCount]).toEqual([0, 0]);
});

test("qualities: one to one is kept inwards and not outwards, and is none to the reserve", () => {
  const mine = sideOf(alice.id, gate.id);
  expect(trust(alice, { LimitAmount: usd(10, gate), QualityIn: 1e9, QualityOut: 1e9 })).toBe("tesSUCCESS");
  expect([line()?.[mine.qualityIn], line()?.[mine.qualityOut]]).toEqual([1e9, undefined]);
  trust(alice, { LimitAmount: usd(10, gate), QualityIn: 5e8, QualityOut: 2e9 });
  expect([line()?.[mine.qualityIn], line()?.[mine.qualityOut]]).toEqual([5e8, 2e9]);
  trust(alice, { LimitAmount: usd(0, gate) });
  expect(line()).toBeDefined();
  trust(alice, { LimitAmount: usd(0, gate), QualityIn: 1e9, QualityOut: 0 });
  expect(line()).toBeUndefined();
});

test("flags asked for together with their opposite are left as they are", () => {
  const mine = sideOf(alice.id, gate.id);
  trust(alice, { LimitAmount: usd(10, gate) });
  trust(alice, { LimitAmount: usd(10, gate), Flags: tfSetNoRipple | tfSetFreeze });
  expect(hasFlag(line()?.Flags, mine.noRipple) && hasFlag(line()?.Flags, mine.freeze)).toBe(true);
  const all = tfSetNoRipple | tfClearNoRipple | tfSetFreeze | tfClearFreeze;
  trust(alice, { LimitAmount: usd(10, gate), Flags: all });
  expect(hasFlag(line()?.Flags, mine.noRipple) && hasFlag(line()?.Flags, mine.freeze)).toBe(true);
  trust(alice, { LimitAmount: usd(10, gate), Flags: tfClearNoRipple | tfClearFreeze });
  expect(hasFlag(line()?.Flags, mine.noRipple) || hasFlag(line()?.Flags, mine.freeze)).toBe(false);
});

test("who gave up freezing cannot freeze a line", () => {
  ledger.submit({ TransactionType: "AccountSet", Account: gate, SetFlag: asf.NoFreeze });
  trust(alice, { LimitAmount: usd(10, gate) });
  expect(trust(gate, { LimitAmount: usd(0, alice), Flags: tfSetFreeze })).toBe("tesSUCCESS");
  expect(hasFlag(line()?.Flags, sideOf(gate.id, alice.id).freeze)).toBe(false);
});

test("authorizes before and after the holder acts", () => {
  ledger.submit({ TransactionType: "AccountSet", Account: gate, SetFlag: asf.RequireAuth });
  const authorize = { LimitAmount: usd(0, alice), Flags: tfSetfAuth };
  expect(trust(gate, authorize)).toBe("tesSUCCESS");
  expect(ledger.root(gate).OwnerCount).toBe(1);
  expect(trust(alice, { LimitAmount: usd(10, gate) })).toBe("tesSUCCESS");
  expect(hasFlag(line()?.Flags, sideOf(gate.id, alice.id).auth)).toBe(true);
  expect(pay(gate, alice, 5)).toBe("tesSUCCESS");
  expect(trust(gate, authorize)).toBe("tesSUCCESS");
  // Authorization by itself is not worth a reserve: the issuer no longer pays for the line.
  expect(ledger.root(gate).OwnerCount).toBe(0);
});

test("a line with oneself, from older times, is deleted by setting it", () => {
  const self = keylet.line(alice.id, alice.id, usdCurrency);
  // Listed twice, once for each side, on two pages.
  const root = keylet.ownerDirectory(alice.id);
  const page = keylet.directoryPage(root.key, 1n);
  const directory = { Owner: alice.id, RootIndex: root.key, Indexes: [self.key] };
  ledger.state.put(newEntry(root, { ...directory, IndexNext: 1n, IndexPrevious: 1n }));
  ledger.state.put(newEntry(page, directory));
  const zero = usd(0, alice);
  ledger.state.put(
    newEntry<RippleState>(self, {
      Balance: zero,
      LowLimit: zero,
      HighLimit: zero,
      LowNode: 0n,
      HighNode: 1n,
    }),
  );
  expect(trust(alice, { LimitAmount: usd(1, alice) })).toBe("tesSUCCESS");
  expect(ledger.read(self)).toBeUndefined();
});
