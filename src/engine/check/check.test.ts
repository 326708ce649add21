import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd } from "../../../test/support/testLedger.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { badCurrency } from "../../protocol/currency.ts";
import {
  asf,
  lsfDefaultRipple,
  lsfRequireAuth,
  tfSetFreeze,
  tfSetfAuth,
  tfSetNoRipple,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
let carol: TestAccount;
let gate: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
  carol = ledger.fund("carol");
  gate = ledger.fund("gate", undefined, { Flags: lsfDefaultRipple });
});
const does = (account: TestAccount, TransactionType: string, fields: Record<string, unknown> = {}) =>
  expect(ledger.submit({ TransactionType, Account: account, ...fields })).toBe("tesSUCCESS");
const create = (fields: Record<string, unknown> = {}) =>
  ledger.submit({
    TransactionType: "CheckCreate",
    Account: alice,
    Destination: bob.id,
    SendMax: 1000n,
    ...fields,
  });
const write = (fields: Record<string, unknown> = {}): string => {
  const sequence = ledger.root(alice).Sequence;
  expect(create(fields)).toBe("tesSUCCESS");
  return keylet.check(alice.id, sequence).key;
};
const end = (
  TransactionType: "CheckCash" | "CheckCancel",
  CheckID: string,
  fields: Record<string, unknown> = {},
) => ledger.apply({ TransactionType, Account: bob, CheckID, ...fields });
const hasCheck = (id: string) => ledger.read({ type: "Check", key: id }) !== undefined;

/** alice has 100 of the gate's USD, bob could have some. */
function setUpLines(): void {
  does(alice, "TrustSet", { LimitAmount: usd(1000, gate) });
  does(bob, "TrustSet", { LimitAmount: usd(1000, gate) });
  does(gate, "Payment", { Destination: alice.id, Amount: usd(100, gate) });
}

describe("CheckCreate refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000 })],
    ["temBAD_FEE", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["temREDUNDANT", () => ({ Destination: alice.id })],
    ["temBAD_AMOUNT", () => ({ SendMax: 0n })],
    ["temBAD_AMOUNT", () => ({ SendMax: usd(-1, gate) })],
    ["temBAD_AMOUNT", () => ({ SendMax: 10n ** 17n + 1n })],
    ["temBAD_CURRENCY", () => ({ SendMax: new IssuedAmount(10n ** 15n, 0, badCurrency, gate.id) })],
    ["temBAD_EXPIRATION", () => ({ Expiration: 0 })],
    ["tecNO_DST", () => ({ Destination: "7".repeat(40) })],
    ["tecEXPIRED", () => ({ Expiration: ledger.now })],
  ] as const)("%s", (result, fields) => expect(create(fields())).toBe(result));

  test("temDISABLED", () => {
    ledger = new TestLedger({ disabled: ["Checks"] });
    alice = ledger.fund("alice");
    expect(create()).toBe("temDISABLED");
  });

  test("tecDST_TAG_NEEDED", () => {
    does(bob, "AccountSet", { SetFlag: asf.RequireDest });
    expect(create()).toBe("tecDST_TAG_NEEDED");
    expect(create({ DestinationTag: 7 })).toBe("tesSUCCESS");
  });

  test("tecINSUFFICIENT_RESERVE", () => {
    ledger.change(keylet.account(alice.id), { Balance: 249_999_999n });
    expect(create()).toBe("tecINSUFFICIENT_RESERVE");
    ledger.change(keylet.account(alice.id), { Balance: 250_000_000n });
    expect(create()).toBe("tesSUCCESS");
  });

  test("tecFROZEN: everything, the writer's line by the issuer, the issuer's by the destination", () => {
    setUpLines();
    const inUsd = { SendMax: usd(1, gate) };
    does(gate, "AccountSet", { SetFlag: asf.GlobalFreeze });
    expect(create(inUsd)).toBe("tecFROZEN");
    does(gate, "AccountSet", { ClearFlag: asf.GlobalFreeze });
    does(gate, "TrustSet", { LimitAmount: usd(0, bob), Flags: tfSetFreeze });
    expect(create(inUsd)).toBe("tesSUCCESS");
    does(gate, "TrustSet", { LimitAmount: usd(0, alice), Flags: tfSetFreeze });
    expect(create(inUsd)).toBe("tecFROZEN");
    does(bob, "TrustSet", { LimitAmount: usd(1000, gate), Flags: tfSetFreeze });
    expect(create({ ...inUsd, Account: carol })).toBe("tecFROZEN");
    expect(create({ ...inUsd, Account: carol, Destination: alice.id })).toBe("tesSUCCESS");
    // The issuer writes and receives checks in its own money.
    expect(create({ ...inUsd, Account: gate, Destination: carol.id })).toBe("tesSUCCESS");
    expect(create({ ...inUsd, Account: carol, Destination: gate.id })).toBe("tesSUCCESS");
  });
});

test("CheckCreate needs no money, and lists the check with both", () => {
  const id = write({ SendMax: usd(5, gate), Expiration: ledger.now + 1, InvoiceID: "AB".repeat(32) });
  expect(ledger.read({ type: "Check", key: id })).toMatchObject({ Sequence: 3, InvoiceID: "AB".repeat(32) });
  expect([ledger.root(alice).OwnerCount, ledger.root(bob).OwnerCount]).toEqual([1, 0]);
  expect(ledger.read(keylet.ownerDirectory(bob.id))?.Indexes).toEqual([id]);
});

describe("CheckCash refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Amount: 1n, Flags: 0x00010000 })],
    ["temMALFORMED", () => ({})],
    ["temMALFORMED", () => ({ Amount: 1n, DeliverMin: 1n })],
    ["temBAD_AMOUNT", () => ({ Amount: 0n })],
    ["temBAD_AMOUNT", () => ({ DeliverMin: usd(-1, gate) })],
    ["temBAD_CURRENCY", () => ({ Amount: new IssuedAmount(10n ** 15n, 0, badCurrency, gate.id) })],
    ["tecNO_ENTRY", () => ({ Amount: 1n, CheckID: "7".repeat(64) })],
    ["tecNO_PERMISSION", () => ({ Amount: 1n, Account: alice })],
    ["temMALFORMED", () => ({ Amount: usd(1, gate) })],
    ["tecPATH_PARTIAL", () => ({ Amount: 1001n })],
  ] as const)("%s", (result, fields) => expect(end("CheckCash", write(), fields()).result).toBe(result));

  test("temMALFORMED: another issuer", () => {
    expect(end("CheckCash", write({ SendMax: usd(1, gate) }), { Amount: usd(1, carol) }).result).toBe(
      "temMALFORMED",
    );
  });

  test("tecEXPIRED", () => {
    const id = write({ Expiration: ledger.now + 1 });
    ledger.advance({ seconds: 1 });
    expect(end("CheckCash", id, { Amount: 1n }).result).toBe("tecEXPIRED");
  });

  test("tecDST_TAG_NEEDED: required since, and the check has none", () => {
    const id = write();
    does(bob, "AccountSet", { SetFlag: asf.RequireDest });
    expect(end("CheckCash", id, { Amount: 1n }).result).toBe("tecDST_TAG_NEEDED");
  });

  test("tecPATH_PARTIAL beyond what the writer has, counting the reserve that the check gives back", () => {
    const id = write({ SendMax: 10n ** 12n });
    expect(end("CheckCash", id, { Amount: 799_999_991n }).result).toBe("tecPATH_PARTIAL");
    const [before, fee] = [ledger.root(bob).Balance, 10n];
    expect(end("CheckCash", id, { Amount: 799_999_990n }).result).toBe("tesSUCCESS");
    expect(ledger.root(alice)).toMatchObject({ Balance: 200_000_000n, OwnerCount: 0 });
    expect(ledger.root(bob).Balance).toBe(before - fee + 799_999_990n);
  });

  test("issued money that may not be held", () => {
    setUpLines();
    const cash = { Account: carol, Amount: usd(1, gate) };
    const id = write({ Destination: carol.id, SendMax: usd(50, gate) });
    expect(end("CheckCash", id, cash).result).toBe("tecNO_LINE");
    // RequireAuth can only be asked for by an account without lines.
    ledger.change(keylet.account(gate.id), { Flags: lsfRequireAuth });
    does(carol, "TrustSet", { LimitAmount: usd(1000, gate) });
    expect(end("CheckCash", id, cash).result).toBe("tecNO_AUTH");
    does(gate, "TrustSet", { LimitAmount: usd(0, carol), Flags: tfSetfAuth | tfSetFreeze });
    expect(end("CheckCash", id, cash).result).toBe("tecFROZEN");
    // Nobody is left to issue it.
    ledger.state.delete(keylet.account(gate.id).key);
    expect(end("CheckCash", id, cash).result).toBe("tecNO_ISSUER");
  });

  test("terNO_RIPPLE, as the flow has it: an issuer that lets nobody ripple through", () => {
    ledger.change(keylet.account(gate.id), { Flags: 0 });
    setUpLines();
    const id = write({ SendMax: usd(50, gate) });
    expect(end("CheckCash", id, { Amount: usd(1, gate) }).result).toBe("terNO_RIPPLE");
  });

  test("tecPATH_PARTIAL: a frozen writer has nothing", () => {
    setUpLines();
    const id = write({ SendMax: usd(50, gate) });
    does(gate, "TrustSet", { LimitAmount: usd(0, alice), Flags: tfSetFreeze });
    expect(end("CheckCash", id, { Amount: usd(1, gate) }).result).toBe("tecPATH_PARTIAL");
  });
});

describe("CheckCash pays", () => {
  test("drops: what there is, but DeliverMin at least", () => {
    const id = write({ SendMax: 10n ** 12n });
    expect(end("CheckCash", id, { DeliverMin: 799_999_991n }).result).toBe("tecPATH_PARTIAL");
    const { result, metadata } = end("CheckCash", id, { DeliverMin: 1n });
    expect(result).toBe("tesSUCCESS");
    expect(metadata?.DeliveredAmount).toBe(799_999_990n);
    expect(hasCheck(id)).toBe(false);
  });

  test("drops: no more than SendMax", () => {
    expect(end("CheckCash", write(), { DeliverMin: 1n }).metadata?.DeliveredAmount).toBe(1000n);
  });

  test("issued money exactly", () => {
    setUpLines();
    const id = write({ SendMax: usd(50, gate) });
    const { result, metadata } = end("CheckCash", id, { Amount: usd(30, gate) });
    expect(result).toBe("tesSUCCESS");
    expect(metadata?.DeliveredAmount).toBeUndefined();
    expect([ledger.holds(alice, gate), ledger.holds(bob, gate)]).toEqual(["70", "30"]);
    expect(ledger.root(alice).OwnerCount).toBe(1);
  });

  test("issued money as far as SendMax goes, the transfer fee taken off", () => {
    setUpLines();
    does(gate, "AccountSet", { TransferRate: 1_250_000_000 });
    const id = write({ SendMax: usd(50, gate) });
    expect(end("CheckCash", id, { DeliverMin: usd(41, gate) }).result).toBe("tecPATH_PARTIAL");
    expect(end("CheckCash", id, { Amount: usd(41, gate) }).result).toBe("tecPATH_PARTIAL");
    expect(end("CheckCash", id, { DeliverMin: usd(40, gate) }).metadata?.DeliveredAmount).toEqual(
      usd(40, gate),
    );
    expect([ledger.holds(alice, gate), ledger.holds(bob, gate)]).toEqual(["50", "40"]);
  });

  test("the issuer, in its own money, and from it", () => {
    setUpLines();
    const id = write({ Destination: gate.id, SendMax: usd(50, gate) });
    expect(end("CheckCash", id, { Account: gate, Amount: usd(50, gate) }).result).toBe("tesSUCCESS");
    expect(ledger.holds(alice, gate)).toBe("50");
    const sequence = ledger.root(gate).Sequence;
    does(gate, "CheckCreate", { Destination: bob.id, SendMax: usd(5, gate) });
    const { key } = keylet.check(gate.id, sequence);
    expect(end("CheckCash", key, { Amount: usd(5, gate) }).result).toBe("tesSUCCESS");
    expect(ledger.holds(bob, gate)).toBe("5");
  });

  test("the last of it: the line that is left empty goes with the check, from one directory", () => {
    setUpLines();
    const id = write({ SendMax: usd(100, gate) });
    // Nothing but the balance keeps alice's line.
    does(alice, "TrustSet", { LimitAmount: usd(0, gate), Flags: tfSetNoRipple });
    expect(end("CheckCash", id, { Amount: usd(100, gate) }).result).toBe("tesSUCCESS");
    expect(ledger.holds(alice, gate)).toBe("no line");
    expect(ledger.root(alice).OwnerCount).toBe(0);
    expect(ledger.read(keylet.ownerDirectory(alice.id))?.Indexes ?? []).toEqual([]);
  });
});

describe("CheckCancel", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000 })],
    ["tecNO_ENTRY", () => ({ CheckID: "7".repeat(64) })],
    ["tecNO_PERMISSION", () => ({ Account: carol })],
  ] as const)("refuses: %s", (result, fields) =>
    expect(end("CheckCancel", write(), fields()).result).toBe(result),
  );

  test("is for the writer, the receiver, and once it has expired for anyone", () => {
    for (const account of [alice, bob]) {
      const id = write();
      expect(end("CheckCancel", id, { Account: account }).result).toBe("tesSUCCESS");
      expect(hasCheck(id)).toBe(false);
    }
    const id = write({ Expiration: ledger.now + 5 });
    ledger.advance({ seconds: 5 });
    expect(end("CheckCancel", id, { Account: carol }).result).toBe("tesSUCCESS");
    expect(ledger.root(alice).OwnerCount).toBe(0);
  });
});
