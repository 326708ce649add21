import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, testAccount } from "../../../test/support/testLedger.ts";
import { asf, hasFlag, lsfPasswordSpent } from "../../protocol/flags.ts";
import { consequences } from "../consequences.ts";

let ledger: TestLedger;
let alice: TestAccount;
const regular = testAccount("regular");
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
});
const set = (fields: Record<string, unknown> = {}) =>
  ledger.submit({ TransactionType: "SetRegularKey", Account: alice, ...fields });

test.each([
  ["temINVALID_FLAG", () => ({ Flags: 0x00010000 })],
  ["temBAD_REGKEY", () => ({ RegularKey: alice.id })],
] as const)("refuses: %s", (result, fields) => expect(set(fields())).toBe(result));

test("the key signs, until it is removed", () => {
  expect(set({ SigningPubKey: regular.publicKey })).toBe("tefBAD_AUTH");
  expect(set({ RegularKey: regular.id })).toBe("tesSUCCESS");
  expect(ledger.root(alice).RegularKey).toBe(regular.id);
  expect(set({ SigningPubKey: regular.publicKey })).toBe("tesSUCCESS");
  expect(ledger.root(alice).RegularKey).toBeUndefined();
});

test("a key field that is there but empty sets account zero's key, with which nobody signs", () => {
  expect(set({ RegularKey: "" })).toBe("tesSUCCESS");
  expect(ledger.root(alice).RegularKey).toBe("0".repeat(40));
});

test("tecNO_ALTERNATIVE_KEY: the last key stays", () => {
  set({ RegularKey: regular.id });
  ledger.submit({ TransactionType: "AccountSet", Account: alice, SetFlag: asf.DisableMaster });
  const signed = { SigningPubKey: regular.publicKey };
  expect(set(signed)).toBe("tecNO_ALTERNATIVE_KEY");
  const signer = { SignerEntry: { Account: testAccount("signer").id, SignerWeight: 1 } };
  ledger.submit({
    TransactionType: "SignerListSet",
    Account: alice,
    SignerQuorum: 1,
    SignerEntries: [signer],
    ...signed,
  });
  expect(set(signed)).toBe("tesSUCCESS");
});

describe("in the open ledger, without a fee", () => {
  beforeEach(() => {
    ledger.open = true;
  });

  test("works once, and again after the account was paid", () => {
    expect(set({ RegularKey: regular.id, Fee: 0n })).toBe("tesSUCCESS");
    expect(hasFlag(ledger.root(alice).Flags, lsfPasswordSpent)).toBe(true);
    expect(set({ RegularKey: regular.id, Fee: 0n })).toBe("telINSUF_FEE_P");
    expect(
      ledger.submit({
        TransactionType: "Payment",
        Account: ledger.fund("bob"),
        Destination: alice.id,
        Amount: 1n,
      }),
    ).toBe("tesSUCCESS");
    expect(set({ RegularKey: regular.id, Fee: 0n })).toBe("tesSUCCESS");
  });

  test("is spent even when a fee was offered", () => {
    expect(set({ RegularKey: regular.id })).toBe("tesSUCCESS");
    expect(set({ Fee: 0n })).toBe("telINSUF_FEE_P");
  });

  test("is for the master key only", () => {
    set({ RegularKey: regular.id });
    ledger.change({ type: "AccountRoot", key: ledger.root(alice).index }, { Flags: 0 });
    expect(set({ SigningPubKey: regular.publicKey, Fee: 0n })).toBe("telINSUF_FEE_P");
  });
});

test("is a blocker", () => {
  const tx = ledger.fill({ TransactionType: "SetRegularKey", Account: alice });
  expect(consequences(tx).isBlocker).toBe(true);
});
