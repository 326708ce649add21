import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, testAccount } from "../../../test/support/testLedger.ts";
import { asf, lsfOneOwnerCount } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { consequences } from "../consequences.ts";

let ledger: TestLedger;
let alice: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
});
const signer = (name: string, SignerWeight = 1) => ({
  SignerEntry: { Account: testAccount(name).id, SignerWeight },
});
const many = (count: number) => Array.from({ length: count }, (_, at) => signer(`signer ${at}`));
const set = (fields: Record<string, unknown>) =>
  ledger.submit({ TransactionType: "SignerListSet", Account: alice, ...fields });
const list = () => ledger.read(keylet.signerList(alice.id));

describe("refuses", () => {
  test.each([
    ["temMALFORMED", "a quorum without signers", { SignerQuorum: 1 }],
    ["temMALFORMED", "signers without a quorum", { SignerQuorum: 0, SignerEntries: many(1) }],
    ["temMALFORMED", "no signers", { SignerQuorum: 1, SignerEntries: [] }],
    ["temMALFORMED", "nine signers", { SignerQuorum: 1, SignerEntries: many(9) }],
    ["temMALFORMED", "something else", { SignerQuorum: 1, SignerEntries: [{ Memo: {} }] }],
    ["temBAD_SIGNER", "one twice", { SignerQuorum: 1, SignerEntries: [...many(3), signer("signer 1")] }],
    ["temBAD_SIGNER", "the account", { SignerQuorum: 1, SignerEntries: [signer("alice")] }],
    ["temBAD_WEIGHT", "no weight", { SignerQuorum: 1, SignerEntries: [signer("a", 0)] }],
    ["temBAD_QUORUM", "too few", { SignerQuorum: 4, SignerEntries: many(3) }],
  ])("%s: %s", (result, _, fields) => expect(set(fields)).toBe(result));

  test("tecINSUFFICIENT_RESERVE", () => {
    ledger.change(keylet.account(alice.id), { Balance: 249_999_999n });
    expect(set({ SignerQuorum: 1, SignerEntries: many(1) })).toBe("tecINSUFFICIENT_RESERVE");
    // The balance before the fee counts.
    ledger.change(keylet.account(alice.id), { Balance: 250_000_000n });
    expect(set({ SignerQuorum: 1, SignerEntries: many(1) })).toBe("tesSUCCESS");
    // To replace a list takes no more than to have one.
    ledger.change(keylet.account(alice.id), { Balance: 250_000_000n });
    expect(set({ SignerQuorum: 1, SignerEntries: many(8) })).toBe("tesSUCCESS");
  });

  test("tecNO_ALTERNATIVE_KEY: the list is the only way to sign", () => {
    set({ SignerQuorum: 1, SignerEntries: many(1) });
    ledger.submit({ TransactionType: "AccountSet", Account: alice, SetFlag: asf.DisableMaster });
    const member = testAccount("signer 0");
    const Signers = [{ Signer: { Account: member.id, SigningPubKey: member.publicKey, TxnSignature: "" } }];
    const signed = { SigningPubKey: "", Signers, Fee: 20n };
    expect(set({ SignerQuorum: 0, ...signed })).toBe("tecNO_ALTERNATIVE_KEY");
    expect(set({ SignerQuorum: 0, SigningPubKey: alice.publicKey })).toBe("tefMASTER_DISABLED");
  });
});

test("sets a list in the order of accounts, counts it once, replaces and removes it", () => {
  expect(set({ SignerQuorum: 3, SignerEntries: many(5) })).toBe("tesSUCCESS");
  expect(ledger.root(alice).OwnerCount).toBe(1);
  expect(list()).toMatchObject({ SignerQuorum: 3, SignerListID: 0, Flags: lsfOneOwnerCount, OwnerNode: 0n });
  const accounts = list()!.SignerEntries.map(({ SignerEntry }) => SignerEntry.Account);
  expect(accounts).toEqual([...accounts].sort());

  expect(set({ SignerQuorum: 1, SignerEntries: many(1) })).toBe("tesSUCCESS");
  expect(list()?.SignerEntries).toHaveLength(1);
  expect(ledger.root(alice).OwnerCount).toBe(1);

  expect(set({ SignerQuorum: 0 })).toBe("tesSUCCESS");
  expect(list()).toBeUndefined();
  expect(ledger.read(keylet.ownerDirectory(alice.id))).toBeUndefined();
  expect(ledger.root(alice).OwnerCount).toBe(0);
  expect(set({ SignerQuorum: 0 })).toBe("tesSUCCESS");
});

test("a list from before lists counted once gives its whole count back", () => {
  set({ SignerQuorum: 1, SignerEntries: many(4) });
  ledger.change(keylet.signerList(alice.id), { Flags: 0 });
  ledger.change(keylet.account(alice.id), { OwnerCount: 7 });
  expect(set({ SignerQuorum: 0 })).toBe("tesSUCCESS");
  expect(ledger.root(alice).OwnerCount).toBe(1);
});

test("is a blocker", () => {
  const tx = ledger.fill({ TransactionType: "SignerListSet", Account: alice, SignerQuorum: 0 });
  expect(consequences(tx).isBlocker).toBe(true);
});
