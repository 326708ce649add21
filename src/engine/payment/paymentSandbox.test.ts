import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { lsfDefaultRipple } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { creditDrops, liquidDrops } from "../account/drops.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { accountHolds } from "../trust/accountFunds.ts";
import { rippleCredit } from "../trust/credit.ts";
import { PaymentSandbox } from "./paymentSandbox.ts";

let ledger: TestLedger;
let alice: TestAccount;
let gate: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  gate = ledger.fund("gate", undefined, { Flags: lsfDefaultRipple });
  ledger.submit({ TransactionType: "TrustSet", Account: alice, LimitAmount: usd(1000, gate) });
  ledger.submit({ TransactionType: "Payment", Account: gate, Destination: alice.id, Amount: usd(100, gate) });
});

const holds = (view: PaymentSandbox) =>
  accountHolds(view, alice.id, { currency: usdCurrency, issuer: gate.id }, "ignoreFreeze");

describe("money that a payment brings", () => {
  test("is on the line but cannot be spent in that payment", () => {
    const view = new PaymentSandbox(ledger.state);
    rippleCredit(view, gate.id, alice.id, usd(50, gate));
    expect(holds(view)).toEqual(usd(100, gate));
    rippleCredit(view, alice.id, gate.id, usd(30, gate));
    expect(holds(view)).toEqual(usd(70, gate));
  });

  test("cannot be spent in a sandbox above, nor after that one was applied", () => {
    const view = new PaymentSandbox(ledger.state);
    rippleCredit(view, gate.id, alice.id, usd(50, gate));
    const above = new PaymentSandbox(view);
    rippleCredit(above, gate.id, alice.id, usd(7, gate));
    rippleCredit(above, alice.id, gate.id, usd(30, gate));
    expect(holds(above)).toEqual(usd(70, gate));
    above.applyTo(view);
    expect(holds(view)).toEqual(usd(70, gate));
  });

  test("keeps a small balance's digits, however large it is", () => {
    const view = new PaymentSandbox(ledger.state);
    const huge = usd(9_999_999_999_999_999n, gate, 20);
    rippleCredit(view, gate.id, alice.id, huge);
    rippleCredit(view, alice.id, gate.id, usd(1, gate));
    expect(holds(view)).toEqual(usd(99, gate));
  });

  test("of drops counts for nothing either, even where more goes out than there was", () => {
    const view = new PaymentSandbox(ledger.state);
    const before = liquidDrops(view, alice.id, 0);
    creditDrops(view, gate.id, alice.id, 500n);
    expect(liquidDrops(view, alice.id, 0)).toBe(before);
    creditDrops(view, gate.id, alice.id, 900_000_000n);
    creditDrops(view, alice.id, gate.id, 1_800_000_000n);
    expect(liquidDrops(view, alice.id, 0)).toBe(0n);
  });
});

describe("owner counts", () => {
  test("the highest one of the payment holds for the reserve", () => {
    const view = new PaymentSandbox(ledger.state);
    const before = liquidDrops(view, alice.id, 0);
    const root = view.peek(keylet.account(alice.id))!;
    adjustOwnerCount(view, root, -1);
    expect(liquidDrops(view, alice.id, 0)).toBe(before);
    adjustOwnerCount(view, root, 3);
    adjustOwnerCount(view, root, -3);
    expect(liquidDrops(new PaymentSandbox(view), alice.id, 0)).toBe(before - 2n * 50_000_000n);
    expect(liquidDrops(view, alice.id, -1)).toBe(before - 50_000_000n);
  });
});
