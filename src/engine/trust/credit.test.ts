import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { amountToText } from "../../protocol/amounts/amountText.ts";
import { nativeAccount } from "../../protocol/amounts/issue.ts";
import { hasFlag, lsfDefaultRipple, lsfGlobalFreeze, lsfRequireAuth } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { dirEntries, dirIsEmpty } from "../../state/directory.ts";
import { Sandbox } from "../../state/sandbox.ts";
import { accountFunds, accountHolds } from "./accountFunds.ts";
import { requireAuth } from "./authorization.ts";
import { accountSend, rippleCredit } from "./credit.ts";
import { isFrozen, isGlobalFrozen } from "./freeze.ts";
import { balanceFor, limitOf, sideOf } from "./lineSide.ts";
import { transferRate } from "./transferRate.ts";
import { trustDelete } from "./trustLine.ts";

let ledger: TestLedger;
let view: Sandbox;
let alice: TestAccount;
let bob: TestAccount;
let gate: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
  gate = ledger.fund("gate", undefined, { Flags: lsfDefaultRipple });
  view = new Sandbox(ledger.state);
});

const lineOf = (holder: TestAccount) => view.read(keylet.line(holder.id, gate.id, usdCurrency));
const held = (holder: TestAccount) => {
  const line = lineOf(holder);
  return line === undefined ? "no line" : amountToText(balanceFor(line, holder.id, gate.id));
};
const issue = () => ({ currency: usdCurrency, issuer: gate.id });

describe("a credit", () => {
  test("makes the line that is missing, at the receiver's cost and with its defaults", () => {
    expect(rippleCredit(view, gate.id, alice.id, usd(5, gate))).toBe("tesSUCCESS");
    const line = lineOf(alice)!;
    const [mine, theirs] = [sideOf(alice.id, gate.id), sideOf(gate.id, alice.id)];
    expect(held(alice)).toBe("5");
    expect(amountToText(limitOf(line, alice.id, gate.id))).toBe("0");
    expect(hasFlag(line.Flags, mine.reserve)).toBe(true);
    expect(hasFlag(line.Flags, theirs.reserve)).toBe(false);
    // Alice has no DefaultRipple, the gate has.
    expect(hasFlag(line.Flags, mine.noRipple)).toBe(true);
    expect(hasFlag(line.Flags, theirs.noRipple)).toBe(false);
    expect(view.read(keylet.account(alice.id))!.OwnerCount).toBe(1);
    expect(view.read(keylet.account(gate.id))!.OwnerCount).toBe(0);
    for (const owner of [alice, gate]) {
      expect([...dirEntries(view, keylet.ownerDirectory(owner.id))]).toEqual([line.index]);
    }
  });

  test("back deletes a line that has nothing on it any more", () => {
    rippleCredit(view, gate.id, alice.id, usd(5, gate));
    rippleCredit(view, alice.id, gate.id, usd(5, gate));
    expect(held(alice)).toBe("no line");
    expect(view.read(keylet.account(alice.id))!.OwnerCount).toBe(0);
    expect(dirIsEmpty(view, keylet.ownerDirectory(alice.id))).toBe(true);
  });

  test.each([
    ["limit", () => ({ [sideOf(alice.id, gate.id).limit]: usd(1, alice) })],
    ["quality in", () => ({ [sideOf(alice.id, gate.id).qualityIn]: 5 })],
    ["quality out", () => ({ [sideOf(alice.id, gate.id).qualityOut]: 5 })],
    ["rippling", () => ({ Flags: sideOf(alice.id, gate.id).reserve })],
  ])("back leaves the line on which the sender set a %s", (_, fields) => {
    rippleCredit(view, gate.id, alice.id, usd(5, gate));
    Object.assign(view.peek(keylet.line(alice.id, gate.id, usdCurrency))!, fields());
    rippleCredit(view, alice.id, gate.id, usd(5, gate));
    expect(held(alice)).toBe("0");
    expect(view.read(keylet.account(alice.id))!.OwnerCount).toBe(1);
  });

  test("frees the sender from the line's reserve when the receiver wants it still", () => {
    rippleCredit(view, gate.id, alice.id, usd(5, gate));
    const line = view.peek(keylet.line(alice.id, gate.id, usdCurrency))!;
    line.Flags |= sideOf(gate.id, alice.id).reserve;
    rippleCredit(view, alice.id, gate.id, usd(7, gate));
    expect(held(alice)).toBe("-2");
    expect(hasFlag(lineOf(alice)!.Flags, sideOf(alice.id, gate.id).reserve)).toBe(false);
    expect(view.read(keylet.account(alice.id))!.OwnerCount).toBe(0);
  });
});

describe("sending", () => {
  test("over the issuer costs its fee", () => {
    rippleCredit(view, gate.id, alice.id, usd(100, gate));
    view.peek(keylet.account(gate.id))!.TransferRate = 1_100_000_000;
    expect(transferRate(view, gate.id)).toBe(1_100_000_000);
    expect(accountSend(view, alice.id, bob.id, usd(50, gate))).toBe("tesSUCCESS");
    expect([held(alice), held(bob)]).toEqual(["45", "50"]);
  });

  test("to oneself, or nothing, does nothing", () => {
    expect(accountSend(view, alice.id, alice.id, usd(50, gate))).toBe("tesSUCCESS");
    expect(accountSend(view, alice.id, bob.id, usd(0, gate))).toBe("tesSUCCESS");
    expect(view.changes.size).toBe(0);
  });

  test("drops needs them, and account zero stands for no one", () => {
    expect(accountSend(view, alice.id, bob.id, 1_000_000_001n)).toBe("tecFAILED_PROCESSING");
    expect(accountSend(view, alice.id, nativeAccount, 10n)).toBe("tesSUCCESS");
    expect(accountSend(view, nativeAccount, bob.id, 10n)).toBe("tesSUCCESS");
    expect(view.read(keylet.account(alice.id))!.Balance).toBe(999_999_990n);
    expect(view.read(keylet.account(bob.id))!.Balance).toBe(1_000_000_010n);
  });

  test("to an account that is not there fails", () => {
    expect(accountSend(view, gate.id, "7".repeat(40), usd(1, gate))).toBe("tefINTERNAL");
  });
});

describe("what an account has", () => {
  beforeEach(() => void rippleCredit(view, gate.id, alice.id, usd(5, gate)));

  test("is its balance in its own terms, and for the issuer whatever is wanted", () => {
    expect(accountHolds(view, alice.id, issue(), "zeroIfFrozen")).toEqual(usd(5, gate));
    expect(accountHolds(view, gate.id, { ...issue(), issuer: alice.id }, "zeroIfFrozen")).toEqual(
      usd(-5, alice),
    );
    expect(accountHolds(view, bob.id, issue(), "zeroIfFrozen")).toEqual(usd(0, gate));
    expect(accountFunds(view, gate.id, usd(99, gate), "zeroIfFrozen")).toEqual(usd(99, gate));
    expect(accountFunds(view, alice.id, usd(99, gate), "zeroIfFrozen")).toEqual(usd(5, gate));
    expect(accountFunds(view, bob.id, 1n, "zeroIfFrozen")).toBe(800_000_000n);
  });

  test("is nothing while it is frozen", () => {
    const line = view.peek(keylet.line(alice.id, gate.id, usdCurrency))!;
    line.Flags |= sideOf(gate.id, alice.id).freeze;
    expect(isFrozen(view, alice.id, usdCurrency, gate.id)).toBe(true);
    expect(accountHolds(view, alice.id, issue(), "zeroIfFrozen")).toEqual(usd(0, gate));
    expect(accountHolds(view, alice.id, issue(), "ignoreFreeze")).toEqual(usd(5, gate));
  });

  test("is nothing while all is frozen", () => {
    view.peek(keylet.account(gate.id))!.Flags |= lsfGlobalFreeze;
    expect(isGlobalFrozen(view, gate.id)).toBe(true);
    expect(isGlobalFrozen(view, nativeAccount)).toBe(false);
    expect(isFrozen(view, gate.id, usdCurrency, gate.id)).toBe(true);
    expect(accountHolds(view, alice.id, issue(), "zeroIfFrozen")).toEqual(usd(0, gate));
  });
});

test("authorization is the issuer's flag on the line, where the issuer asks for it", () => {
  expect(requireAuth(view, issue(), alice.id)).toBe("tesSUCCESS");
  view.peek(keylet.account(gate.id))!.Flags |= lsfRequireAuth;
  expect(requireAuth(view, issue(), gate.id)).toBe("tesSUCCESS");
  expect(requireAuth(view, issue(), alice.id)).toBe("tecNO_LINE");
  rippleCredit(view, gate.id, alice.id, usd(5, gate));
  expect(requireAuth(view, issue(), alice.id)).toBe("tecNO_AUTH");
  view.peek(keylet.line(alice.id, gate.id, usdCurrency))!.Flags |= sideOf(gate.id, alice.id).auth;
  expect(requireAuth(view, issue(), alice.id)).toBe("tesSUCCESS");
});

test("a line that a directory does not know cannot be deleted", () => {
  rippleCredit(view, gate.id, alice.id, usd(5, gate));
  const line = view.peek(keylet.line(alice.id, gate.id, usdCurrency))!;
  line.HighNode = 7n;
  expect(trustDelete(view, line)).toBe("tefBAD_LEDGER");
});
