import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger } from "../../../test/support/testLedger.ts";
import { asf } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
});
const preauth = (fields: Record<string, unknown>) =>
  ledger.submit({ TransactionType: "DepositPreauth", Account: alice, ...fields });

describe("refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Authorize: bob.id, Flags: 0x00010000 })],
    ["temMALFORMED", () => ({})],
    ["temMALFORMED", () => ({ Authorize: bob.id, Unauthorize: bob.id })],
    ["temINVALID_ACCOUNT_ID", () => ({ Authorize: "0".repeat(40) })],
    ["temINVALID_ACCOUNT_ID", () => ({ Unauthorize: "0".repeat(40) })],
    ["temINVALID_ACCOUNT_ID", () => ({ Authorize: "" })],
    ["temCANNOT_PREAUTH_SELF", () => ({ Authorize: alice.id })],
    ["tecNO_TARGET", () => ({ Authorize: "7".repeat(40) })],
    ["tecNO_ENTRY", () => ({ Unauthorize: bob.id })],
    ["tecNO_ENTRY", () => ({ Unauthorize: alice.id })],
  ] as const)("%s", (result, fields) => expect(preauth(fields())).toBe(result));

  test("tecDUPLICATE", () => {
    expect(preauth({ Authorize: bob.id })).toBe("tesSUCCESS");
    expect(preauth({ Authorize: bob.id })).toBe("tecDUPLICATE");
  });

  test("tecINSUFFICIENT_RESERVE", () => {
    ledger.change(keylet.account(alice.id), { Balance: 249_999_999n });
    expect(preauth({ Authorize: bob.id })).toBe("tecINSUFFICIENT_RESERVE");
  });

  test("temDISABLED", () => {
    ledger = new TestLedger({ disabled: ["DepositPreauth"] });
    alice = ledger.fund("alice");
    expect(preauth({ Flags: 0x00010000 })).toBe("temDISABLED");
  });
});

test("lets one account pay in, until it is revoked", () => {
  const pay = () =>
    ledger.submit({ TransactionType: "Payment", Account: bob, Destination: alice.id, Amount: 1n });
  ledger.submit({ TransactionType: "AccountSet", Account: alice, SetFlag: asf.DepositAuth });
  expect(pay()).toBe("tecNO_PERMISSION");
  expect(preauth({ Authorize: bob.id })).toBe("tesSUCCESS");
  expect(ledger.root(alice).OwnerCount).toBe(1);
  expect(pay()).toBe("tesSUCCESS");
  expect(preauth({ Unauthorize: bob.id })).toBe("tesSUCCESS");
  expect(ledger.root(alice).OwnerCount).toBe(0);
  expect(ledger.read(keylet.ownerDirectory(alice.id))).toBeUndefined();
  expect(pay()).toBe("tecNO_PERMISSION");
});
