import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd } from "../../../test/support/testLedger.ts";
import { deriveKeyPair } from "../../crypto/keyPair.ts";
import { sign } from "../../crypto/sign.ts";
import { asf, tfClose, tfRenew } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { consequences } from "../consequences.ts";
import { claimMessage } from "./claimMessage.ts";

const keys = deriveKeyPair(new Uint8Array(16), "ed25519");
const otherKeys = deriveKeyPair(new Uint8Array(16), "secp256k1");

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
let carol: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
  carol = ledger.fund("carol");
});
const key = () => keylet.payChannel(alice.id, bob.id, 3);
const channel = () => ledger.read(key());
const create = (fields: Record<string, unknown> = {}) =>
  ledger.submit({
    TransactionType: "PaymentChannelCreate",
    Account: alice,
    Destination: bob.id,
    Amount: 1000n,
    SettleDelay: 100,
    PublicKey: keys.publicKey,
    ...fields,
  });
const fund = (fields: Record<string, unknown> = {}) =>
  ledger.submit({
    TransactionType: "PaymentChannelFund",
    Account: alice,
    Channel: key().key,
    Amount: 10n,
    ...fields,
  });
const claim = (Account: TestAccount, fields: Record<string, unknown> = {}) =>
  ledger.submit({ TransactionType: "PaymentChannelClaim", Account, Channel: key().key, ...fields });
const signed = (amount: bigint, pair = keys) => ({
  Amount: amount,
  Signature: sign(claimMessage(key().key, amount), pair),
  PublicKey: pair.publicKey,
});

describe("PaymentChannelCreate", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["temBAD_FEE", () => ({ Fee: -1n, Amount: 0n })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(1, bob) })],
    ["temBAD_AMOUNT", () => ({ Amount: 0n })],
    ["temDST_IS_SRC", () => ({ Destination: alice.id })],
    ["temMALFORMED", () => ({ PublicKey: keys.publicKey.slice(2) })],
    ["tecUNFUNDED", () => ({ Amount: 750_000_001n })],
    ["tecNO_DST", () => ({ Destination: "7".repeat(40) })],
  ] as const)("refuses: %s", (result, fields) => expect(create(fields())).toBe(result));

  test("tecINSUFFICIENT_RESERVE", () => {
    ledger.change(keylet.account(alice.id), { Balance: 249_999_999n });
    expect(create({ Amount: 1n })).toBe("tecINSUFFICIENT_RESERVE");
  });

  test("tecDST_TAG_NEEDED", () => {
    ledger.submit({ TransactionType: "AccountSet", Account: bob, SetFlag: asf.RequireDest });
    expect(create()).toBe("tecDST_TAG_NEEDED");
    expect(create({ DestinationTag: 7 })).toBe("tesSUCCESS");
  });

  test("takes the money and lists the channel with both", () => {
    expect(create({ CancelAfter: 5, SourceTag: 1 })).toBe("tesSUCCESS");
    expect(channel()).toMatchObject({
      Amount: 1000n,
      Balance: 0n,
      CancelAfter: 5,
      SourceTag: 1,
      OwnerNode: 0n,
    });
    expect(ledger.root(alice)).toMatchObject({ Balance: 999_998_990n, OwnerCount: 1 });
    expect(ledger.root(bob).OwnerCount).toBe(0);
    expect(ledger.read(keylet.ownerDirectory(bob.id))?.Indexes).toEqual([key().key]);
  });

  test("may spend its amount", () => {
    const tx = ledger.fill({ TransactionType: "PaymentChannelCreate", Account: alice, Amount: 77n });
    expect(consequences(tx).potentialSpend).toBe(77n);
  });
});

describe("PaymentChannelFund", () => {
  beforeEach(() => void create());

  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(1, bob) })],
    ["temBAD_AMOUNT", () => ({ Amount: -1n })],
    ["tecNO_ENTRY", () => ({ Channel: "7".repeat(64) })],
    ["tecNO_PERMISSION", () => ({ Account: bob })],
    ["temBAD_EXPIRATION", () => ({ Expiration: ledger.now + 99 })],
    ["tecUNFUNDED", () => ({ Amount: 800_000_000n })],
  ] as const)("refuses: %s", (result, fields) => expect(fund(fields())).toBe(result));

  test("tecINSUFFICIENT_RESERVE", () => {
    ledger.change(keylet.account(alice.id), { Balance: 249_999_999n });
    expect(fund()).toBe("tecINSUFFICIENT_RESERVE");
  });

  test("tecNO_DST when the destination was deleted", () => {
    ledger.state.delete(keylet.account(bob.id).key);
    expect(fund()).toBe("tecNO_DST");
  });

  test("adds money and moves the end, back to what is left at most", () => {
    expect(fund({ Expiration: ledger.now + 200 })).toBe("tesSUCCESS");
    expect(channel()).toMatchObject({ Amount: 1010n, Expiration: ledger.now + 200 });
    expect(fund({ Expiration: ledger.now + 100 })).toBe("tesSUCCESS");
    ledger.advance({ seconds: 50 });
    expect(fund({ Expiration: ledger.now + 49 })).toBe("temBAD_EXPIRATION");
    expect(fund({ Expiration: ledger.now + 50 })).toBe("tesSUCCESS");
  });

  test.each([
    ["Expiration", () => ledger.change(key(), { Expiration: ledger.now })],
    ["CancelAfter", () => ledger.change(key(), { CancelAfter: ledger.now })],
  ])("closes a channel that is past its %s, whoever sends it", (_, end) => {
    end();
    expect(fund({ Account: carol })).toBe("tesSUCCESS");
    expect(channel()).toBeUndefined();
    expect(ledger.root(alice)).toMatchObject({ Balance: 999_999_990n, OwnerCount: 0 });
  });
});

describe("PaymentChannelClaim", () => {
  beforeEach(() => void create());

  test.each([
    ["temBAD_AMOUNT", () => ({ Balance: usd(1, bob) })],
    ["temBAD_AMOUNT", () => ({ Balance: 0n })],
    ["temBAD_AMOUNT", () => ({ Amount: 0n })],
    ["temBAD_AMOUNT", () => ({ Balance: 2n, Amount: 1n, Flags: 0x00080000 })],
    ["temINVALID_FLAG", () => ({ Flags: 0x00080000 })],
    ["temMALFORMED", () => ({ Flags: tfClose | tfRenew })],
    ["temMALFORMED", () => ({ Signature: "AB", Balance: 1n })],
    ["temMALFORMED", () => ({ Signature: "AB", PublicKey: keys.publicKey })],
    ["temMALFORMED", () => ({ Signature: "AB", PublicKey: "AB", Balance: 1n })],
    ["temBAD_SIGNATURE", () => ({ Signature: "AB", PublicKey: keys.publicKey, Balance: 1n })],
    ["temBAD_SIGNATURE", () => ({ ...signed(5n), Amount: 6n, Balance: 1n })],
    ["tecNO_TARGET", () => ({ Channel: "7".repeat(64) })],
    ["temBAD_SIGNER", () => ({ ...signed(5n, otherKeys), Balance: 1n })],
    ["temBAD_SIGNATURE", () => ({ Balance: 1n })],
    ["tecUNFUNDED_PAYMENT", () => ({ ...signed(1001n), Balance: 1001n })],
    ["tecNO_PERMISSION", () => ({ Flags: tfRenew })],
  ] as const)("refuses the destination's: %s", (result, fields) => expect(claim(bob, fields())).toBe(result));

  test("pays out up to the signed amount, each drop once", () => {
    expect(claim(bob, { ...signed(500n), Balance: 400n })).toBe("tesSUCCESS");
    expect(ledger.root(bob).Balance).toBe(1_000_000_390n);
    expect(claim(bob, { ...signed(500n), Balance: 400n })).toBe("tecUNFUNDED_PAYMENT");
    expect(claim(bob, { ...signed(500n), Balance: 500n })).toBe("tesSUCCESS");
    expect(channel()).toMatchObject({ Amount: 1000n, Balance: 500n });
    // Without Amount the signature is over the balance.
    const { Signature, PublicKey } = signed(600n);
    expect(claim(bob, { Signature, PublicKey, Balance: 600n })).toBe("tesSUCCESS");
    expect(claim(carol, { ...signed(700n), Balance: 700n })).toBe("tecNO_PERMISSION");
  });

  test("the owner pays out without a signature, where the destination takes it", () => {
    expect(claim(alice, { Balance: 100n })).toBe("tesSUCCESS");
    ledger.submit({ TransactionType: "AccountSet", Account: bob, SetFlag: asf.DepositAuth });
    expect(claim(alice, { Balance: 200n })).toBe("tecNO_PERMISSION");
    expect(claim(bob, { ...signed(200n), Balance: 200n })).toBe("tesSUCCESS");
    ledger.submit({ TransactionType: "DepositPreauth", Account: bob, Authorize: alice.id });
    expect(claim(alice, { Balance: 300n })).toBe("tesSUCCESS");
  });

  test("tecNO_DST when the destination was deleted", () => {
    ledger.state.delete(keylet.account(bob.id).key);
    expect(claim(alice, { Balance: 1n })).toBe("tecNO_DST");
  });

  test("the destination closes at once, the owner after the delay, unless renewed", () => {
    expect(claim(alice, { Flags: tfClose })).toBe("tesSUCCESS");
    expect(channel()?.Expiration).toBe(ledger.now + 100);
    expect(claim(alice, { Flags: tfRenew })).toBe("tesSUCCESS");
    expect(channel()?.Expiration).toBeUndefined();
    claim(alice, { Flags: tfClose });
    const end = channel()?.Expiration;
    ledger.advance({ seconds: 10 });
    // A later request does not put the end off.
    claim(alice, { Flags: tfClose });
    expect(channel()?.Expiration).toBe(end);
    expect(claim(bob, { ...signed(400n), Balance: 400n, Flags: tfClose })).toBe("tesSUCCESS");
    expect(channel()).toBeUndefined();
    expect(ledger.root(alice)).toMatchObject({ Balance: 999_999_550n, OwnerCount: 0 });
  });

  test("the owner closes a channel that is paid out at once", () => {
    expect(claim(alice, { Balance: 1000n, Flags: tfClose })).toBe("tesSUCCESS");
    expect(channel()).toBeUndefined();
  });

  test("a settle delay beyond the clock's end wraps, as the reference's sum does", () => {
    ledger.change(key(), { SettleDelay: 0xffff_ffff });
    claim(alice, { Flags: tfClose });
    expect(channel()?.Expiration).toBe(ledger.now - 1);
  });
});
