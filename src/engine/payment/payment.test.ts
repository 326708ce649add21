import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { badCurrency } from "../../protocol/currency.ts";
import {
  lsfDefaultRipple,
  lsfDepositAuth,
  lsfGlobalFreeze,
  lsfPasswordSpent,
  lsfRequireAuth,
  lsfRequireDestTag,
  tfLimitQuality,
  tfNoRippleDirect,
  tfPartialPayment,
  tfSetFreeze,
  tfSetfAuth,
  tfSetNoRipple,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { newEntry } from "../../state/newEntry.ts";

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
let gate: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
  gate = ledger.fund("gate", undefined, { Flags: lsfDefaultRipple });
});

const pay = (
  from: TestAccount,
  to: TestAccount | string,
  Amount: unknown,
  fields: Record<string, unknown> = {},
) =>
  ledger.submit({
    TransactionType: "Payment",
    Account: from,
    Destination: typeof to === "string" ? to : to.id,
    Amount,
    ...fields,
  });
const trust = (account: TestAccount, limit: IssuedAmount, fields: Record<string, unknown> = {}) =>
  ledger.submit({ TransactionType: "TrustSet", Account: account, LimitAmount: limit, ...fields });

/** Alice and Bob trust the gate for 1000, Alice holds 100. */
function openLines(): void {
  trust(alice, usd(1000, gate));
  trust(bob, usd(1000, gate));
  pay(gate, alice, usd(100, gate));
}

describe("malformed payments", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00080000 })],
    ["temBAD_AMOUNT", () => ({ Amount: 100_000_000_000_000_001n })],
    ["temBAD_AMOUNT", () => ({ Amount: 0n })],
    ["temBAD_AMOUNT", () => ({ Amount: -1n })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(-1, gate) })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(1, gate), SendMax: usd(0, gate) })],
    ["temDST_NEEDED", () => ({ Destination: "0".repeat(40) })],
    ["temBAD_CURRENCY", () => ({ Amount: new IssuedAmount(10n ** 15n, 0, badCurrency, gate.id) })],
    ["temBAD_CURRENCY", () => ({ SendMax: new IssuedAmount(10n ** 15n, 0, badCurrency, gate.id) })],
    ["temREDUNDANT", () => ({ Destination: alice.id })],
    ["temREDUNDANT", () => ({ Destination: alice.id, Amount: usd(1, gate), SendMax: usd(1, gate) })],
    ["temBAD_SEND_XRP_MAX", () => ({ SendMax: 5n })],
    ["temBAD_SEND_XRP_PATHS", () => ({ Paths: [[{ account: gate.id }]] })],
    ["temBAD_SEND_XRP_PARTIAL", () => ({ Flags: tfPartialPayment })],
    ["temBAD_SEND_XRP_LIMIT", () => ({ Flags: tfLimitQuality })],
    ["temBAD_SEND_XRP_NO_DIRECT", () => ({ Flags: tfNoRippleDirect })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(2, gate), DeliverMin: usd(1, gate) })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(2, gate), DeliverMin: usd(0, gate), Flags: tfPartialPayment })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(2, gate), DeliverMin: usd(3, gate), Flags: tfPartialPayment })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(2, gate), DeliverMin: usd(1, bob), Flags: tfPartialPayment })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(2, gate), DeliverMin: 1n, Flags: tfPartialPayment })],
  ] as const)("%s", (result, fields) => expect(pay(alice, bob, 1000n, fields())).toBe(result));
});

describe("drops", () => {
  const stranger = "7".repeat(40);

  test("go from account to account", () => {
    expect(pay(alice, bob, 300n)).toBe("tesSUCCESS");
    expect(ledger.root(alice).Balance).toBe(1_000_000_000n - 300n - 10n);
    expect(ledger.root(bob).Balance).toBe(1_000_000_300n);
  });

  test("leave the sender's reserve alone, out of which only the fee may come", () => {
    expect(pay(alice, bob, 800_000_001n)).toBe("tecUNFUNDED_PAYMENT");
    const left = ledger.root(alice).Balance;
    expect(pay(alice, bob, left - 200_000_000n)).toBe("tesSUCCESS");
    expect(ledger.root(alice).Balance).toBe(199_999_990n);
  });

  test("a fee above the reserve counts instead of it", () => {
    const Fee = 300_000_000n;
    expect(pay(alice, bob, 700_000_001n, { Fee })).toBe("tecUNFUNDED_PAYMENT");
    expect(pay(alice, bob, 400_000_000n, { Fee })).toBe("tesSUCCESS");
  });

  test("make an account that starts at the ledger's index", () => {
    expect(pay(alice, stranger, 199_999_999n)).toBe("tecNO_DST_INSUF_XRP");
    expect(pay(alice, stranger, 200_000_000n)).toBe("tesSUCCESS");
    const made = ledger.read(keylet.account(stranger));
    expect(made).toMatchObject({ Balance: 200_000_000n, Sequence: 1000, OwnerCount: 0, Flags: 0 });
  });

  test("are not sent without the tag that the destination asks for", () => {
    ledger.change(keylet.account(bob.id), { Flags: lsfRequireDestTag });
    expect(pay(alice, bob, 1n)).toBe("tecDST_TAG_NEEDED");
    expect(pay(alice, bob, 1n, { DestinationTag: 0 })).toBe("tesSUCCESS");
  });

  test("let the destination change its password for free again", () => {
    ledger.change(keylet.account(bob.id), { Flags: lsfPasswordSpent | lsfRequireAuth });
    pay(alice, bob, 1n);
    expect(ledger.root(bob).Flags).toBe(lsfRequireAuth);
  });

  test("reach an account with DepositAuth only by preauthorization, or as help up to the base reserve", () => {
    ledger.change(keylet.account(bob.id), { Flags: lsfDepositAuth });
    expect(pay(alice, bob, 1n)).toBe("tecNO_PERMISSION");
    ledger.change(keylet.account(bob.id), { Balance: 200_000_000n });
    expect(pay(alice, bob, 200_000_001n)).toBe("tecNO_PERMISSION");
    expect(pay(alice, bob, 1n)).toBe("tesSUCCESS");
    expect(pay(alice, bob, 1n)).toBe("tecNO_PERMISSION");
    const permit = keylet.depositPreauth(bob.id, alice.id);
    ledger.state.put(newEntry(permit, { Account: bob.id, Authorize: alice.id, OwnerNode: 0n }));
    expect(pay(alice, bob, 1n)).toBe("tesSUCCESS");
  });

  test("cannot make an account as part of a payment over paths that may fall short", () => {
    const fields = { SendMax: usd(1, gate), Flags: tfPartialPayment };
    expect(pay(alice, stranger, 1n, fields)).toBe("tecNO_DST_INSUF_XRP");
  });
});

describe("issued money", () => {
  test("needs a destination, a line and room on it", () => {
    expect(pay(gate, "7".repeat(40), usd(1, gate))).toBe("tecNO_DST");
    expect(pay(gate, alice, usd(1, gate))).toBe("tecPATH_DRY");
    trust(alice, usd(1000, gate));
    expect(pay(gate, alice, usd(1001, gate))).toBe("tecPATH_PARTIAL");
    expect(pay(gate, alice, usd(1000, gate))).toBe("tesSUCCESS");
    expect(pay(gate, alice, usd(1, gate))).toBe("tecPATH_DRY");
    expect(ledger.holds(alice, gate)).toBe("1000");
  });

  test("goes over its issuer and back to it", () => {
    openLines();
    expect(pay(alice, bob, usd(40, gate))).toBe("tesSUCCESS");
    expect(pay(bob, gate, usd(15, gate))).toBe("tesSUCCESS");
    expect([ledger.holds(alice, gate), ledger.holds(bob, gate)]).toEqual(["60", "25"]);
    expect(pay(bob, alice, usd(26, gate))).toBe("tecPATH_PARTIAL");
  });

  test("costs the issuer's transfer fee when it changes hands, which SendMax must allow for", () => {
    openLines();
    ledger.change(keylet.account(gate.id), { TransferRate: 1_250_000_000 });
    expect(pay(alice, bob, usd(40, gate))).toBe("tecPATH_PARTIAL");
    expect(pay(alice, bob, usd(40, gate), { SendMax: usd(49, gate) })).toBe("tecPATH_PARTIAL");
    expect(pay(alice, bob, usd(40, gate), { SendMax: usd(60, gate) })).toBe("tesSUCCESS");
    expect([ledger.holds(alice, gate), ledger.holds(bob, gate)]).toEqual(["50", "40"]);
    expect(pay(alice, gate, usd(50, gate))).toBe("tesSUCCESS");
  });

  test("in part, if the sender agrees, but not less than DeliverMin", () => {
    openLines();
    const part = { Flags: tfPartialPayment };
    expect(pay(alice, bob, usd(150, gate), { ...part, DeliverMin: usd(101, gate) })).toBe("tecPATH_PARTIAL");
    const outcome = ledger.apply({
      TransactionType: "Payment",
      Account: alice,
      Destination: bob.id,
      Amount: usd(150, gate),
      DeliverMin: usd(100, gate),
      Flags: tfPartialPayment,
    });
    expect(outcome.result).toBe("tesSUCCESS");
    expect(outcome.metadata!.DeliveredAmount).toEqual(usd(100, gate));
    expect(pay(alice, bob, usd(150, gate), part)).toBe("tecPATH_DRY");
  });

  test("a full payment tells no delivered amount", () => {
    openLines();
    const outcome = ledger.apply({
      TransactionType: "Payment",
      Account: alice,
      Destination: bob.id,
      Amount: usd(100, gate),
      Flags: tfPartialPayment,
    });
    expect(outcome.metadata!.DeliveredAmount).toBeUndefined();
  });

  test("at no worse a price than SendMax for Amount, if the sender limits quality", () => {
    openLines();
    ledger.change(keylet.account(gate.id), { TransferRate: 1_100_000_000 });
    const limited = { Flags: tfPartialPayment | tfLimitQuality };
    expect(pay(alice, bob, usd(40, gate), { ...limited, SendMax: usd(43, gate) })).toBe("tecPATH_DRY");
    expect(pay(alice, bob, usd(40, gate), { ...limited, SendMax: usd(44, gate) })).toBe("tesSUCCESS");
  });

  test("quality in takes from what arrives at an account in between", () => {
    // Alice pays Bob over Carol, who takes the gate's money at 20 % less than its face.
    const carol = ledger.fund("carol", undefined, { Flags: lsfDefaultRipple });
    openLines();
    trust(carol, usd(1000, gate), { QualityIn: 800_000_000 });
    trust(bob, usd(1000, carol));
    const path = { Paths: [[{ account: gate.id }, { account: carol.id }]], Flags: tfNoRippleDirect };
    expect(pay(alice, bob, usd(40, carol), { ...path, SendMax: usd(49, gate) })).toBe("tecPATH_PARTIAL");
    expect(pay(alice, bob, usd(40, carol), { ...path, SendMax: usd(50, gate) })).toBe("tesSUCCESS");
    expect([ledger.holds(alice, gate), ledger.holds(carol, gate), ledger.holds(bob, carol)]).toEqual([
      "50",
      "50",
      "40",
    ]);
  });

  test("does not pass an account that closed both lines", () => {
    const carol = ledger.fund("carol");
    trust(carol, usd(100, alice), { Flags: tfSetNoRipple });
    trust(bob, usd(100, carol));
    const path = { Paths: [[{ account: carol.id }]], Flags: tfNoRippleDirect, SendMax: usd(10, alice) };
    expect(pay(alice, bob, usd(10, carol), path)).toBe("tecPATH_DRY");
    trust(carol, usd(100, alice), { Flags: 0x00040000 });
    expect(pay(alice, bob, usd(10, carol), path)).toBe("tesSUCCESS");
  });

  test("frozen, by the line or altogether, goes nowhere but home", () => {
    openLines();
    trust(gate, usd(0, alice), { Flags: tfSetFreeze });
    expect(pay(alice, bob, usd(1, gate))).toBe("tecPATH_DRY");
    expect(pay(alice, gate, usd(1, gate))).toBe("tesSUCCESS");
    expect(pay(gate, alice, usd(1, gate))).toBe("tesSUCCESS");
    pay(gate, bob, usd(5, gate));
    ledger.change(keylet.account(gate.id), { Flags: lsfGlobalFreeze | lsfDefaultRipple });
    expect(pay(bob, alice, usd(1, gate))).toBe("tecPATH_DRY");
    expect(pay(bob, gate, usd(1, gate))).toBe("tesSUCCESS");
  });

  test("of an issuer with RequireAuth is held with its permission only", () => {
    ledger.change(keylet.account(gate.id), { Flags: lsfDefaultRipple | lsfRequireAuth });
    trust(alice, usd(1000, gate));
    expect(pay(gate, alice, usd(1, gate))).toBe("tecPATH_DRY");
    trust(gate, usd(0, alice), { Flags: tfSetfAuth });
    expect(pay(gate, alice, usd(1, gate))).toBe("tesSUCCESS");
  });

  test("does not reach an account with DepositAuth that did not permit the sender", () => {
    openLines();
    ledger.change(keylet.account(bob.id), { Flags: lsfDepositAuth });
    expect(pay(alice, bob, usd(1, gate))).toBe("tecNO_PERMISSION");
    expect(pay(bob, gate, usd(1, gate))).toBe("tecPATH_DRY");
  });

  test("spending all deletes a line that neither side set anything on", () => {
    openLines();
    trust(alice, usd(0, gate), { Flags: tfSetNoRipple });
    expect(ledger.holds(alice, gate)).toBe("100");
    expect(pay(alice, gate, usd(100, gate))).toBe("tesSUCCESS");
    expect(ledger.holds(alice, gate)).toBe("no line");
    expect(ledger.root(alice).OwnerCount).toBe(0);
    expect(ledger.root(bob).OwnerCount).toBe(1);
  });

  test("more than one path adds up", () => {
    const other = ledger.fund("other", undefined, { Flags: lsfDefaultRipple });
    openLines();
    trust(alice, usd(1000, other));
    trust(gate, usd(1000, other));
    pay(other, alice, usd(70, other));
    // Alice has 100 of the gate's and 70 of the other's, which the gate takes: 150 for Bob need both.
    const paths = { Paths: [[{ account: other.id }, { account: gate.id }]], SendMax: usd(500, alice) };
    expect(pay(alice, bob, usd(171, gate), paths)).toBe("tecPATH_PARTIAL");
    expect(pay(alice, bob, usd(150, gate), paths)).toBe("tesSUCCESS");
    expect(ledger.holds(bob, gate)).toBe("150");
    expect(Number(ledger.holds(alice, gate)) + Number(ledger.holds(alice, other))).toBe(20);
  });
});

describe("paths", () => {
  beforeEach(openLines);

  test.each([
    ["temRIPPLE_EMPTY", { Flags: tfNoRippleDirect }],
    ["temBAD_PATH", { Paths: [[{}]] }],
    ["temBAD_PATH", { Paths: [[{ account: "A".repeat(40), currency: usdCurrency }]] }],
    ["temBAD_PATH", { Paths: [[{ account: "0".repeat(40) }]] }],
    ["temBAD_PATH", { Paths: [[{ account: "1".padStart(40, "0") }]] }],
    ["temBAD_PATH", { Paths: [[{ issuer: "0".repeat(40) }]] }],
    ["temBAD_PATH", { Paths: [[{ currency: "0".repeat(40), issuer: "A".repeat(40) }]] }],
  ] as const)("%s for %o", (result, fields) => expect(pay(alice, bob, usd(1, gate), fields)).toBe(result));

  test("a path that comes back to an account is a loop", () => {
    const loop = [[{ account: gate.id }, { account: alice.id }, { account: gate.id }]];
    expect(pay(alice, bob, usd(1, gate), { Paths: loop })).toBe("temBAD_PATH_LOOP");
  });

  test("over accounts that have no lines are left out, and the default path does", () => {
    expect(pay(alice, bob, usd(1, gate), { Paths: [[{ account: "A".repeat(40) }]] })).toBe("tesSUCCESS");
    const only = { Paths: [[{ account: "A".repeat(40) }]], Flags: tfNoRippleDirect };
    expect(pay(alice, bob, usd(1, gate), only)).toBe("tecPATH_DRY");
  });

  test("too many, or too long ones, are not let into the open ledger", () => {
    const paths = (count: number, length: number) =>
      Array.from({ length: count }, () => Array.from({ length }, () => ({ account: gate.id })));
    ledger.open = true;
    expect(pay(alice, bob, usd(1, gate), { Paths: paths(7, 1) })).toBe("telBAD_PATH_COUNT");
    expect(pay(alice, bob, usd(1, gate), { Paths: paths(1, 9) })).toBe("telBAD_PATH_COUNT");
    expect(pay(alice, bob, usd(1, gate), { Paths: paths(6, 1) })).toBe("tesSUCCESS");
  });

  test("a partial payment does not make an account in the open ledger", () => {
    ledger.open = true;
    const fields = { SendMax: usd(1, gate), Flags: tfPartialPayment };
    expect(pay(alice, "7".repeat(40), 300_000_000n, fields)).toBe("telNO_DST_PARTIAL");
  });
});
