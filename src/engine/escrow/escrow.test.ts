import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd } from "../../../test/support/testLedger.ts";
import { asf } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { consequences } from "../consequences.ts";
import { minimumFee } from "../minimumFee.ts";

/** Preimage "" in the form of the specification. */
const condition = "A0258020E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855810100";
const fulfillment = "A0028000";
const otherFulfillment = "A003800141";

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
const create = (fields: Record<string, unknown> = {}) =>
  ledger.submit({
    TransactionType: "EscrowCreate",
    Account: alice,
    Destination: bob.id,
    Amount: 1000n,
    FinishAfter: ledger.now + 10,
    ...fields,
  });
const end = (TransactionType: "EscrowFinish" | "EscrowCancel", fields: Record<string, unknown> = {}) =>
  ledger.submit({ TransactionType, Account: carol, Owner: alice.id, OfferSequence: 3, ...fields });
const escrow = () => ledger.read(keylet.escrow(alice.id, 3));

describe("EscrowCreate refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["temBAD_FEE", () => ({ Fee: -1n, Amount: 0n })],
    ["temBAD_AMOUNT", () => ({ Amount: usd(1, bob) })],
    ["temBAD_AMOUNT", () => ({ Amount: 0n })],
    ["temBAD_EXPIRATION", () => ({ FinishAfter: undefined })],
    ["temBAD_EXPIRATION", () => ({ CancelAfter: ledger.now + 10 })],
    ["temMALFORMED", () => ({ FinishAfter: undefined, CancelAfter: ledger.now + 10 })],
    ["temMALFORMED", () => ({ Condition: "A000" })],
    ["temMALFORMED", () => ({ Condition: condition.replace(/^A0/, "A1") })],
    ["tecNO_PERMISSION", () => ({ FinishAfter: ledger.now - 1 })],
    ["tecNO_PERMISSION", () => ({ FinishAfter: ledger.now - 2, CancelAfter: ledger.now - 1 })],
    ["tecUNFUNDED", () => ({ Amount: 750_000_000n })],
    ["tecNO_DST", () => ({ Destination: "7".repeat(40) })],
  ] as const)("%s", (result, fields) => expect(create(fields())).toBe(result));

  test("tecINSUFFICIENT_RESERVE: the balance after the fee counts", () => {
    ledger.change(keylet.account(alice.id), { Balance: 250_000_009n });
    expect(create({ Amount: 1n })).toBe("tecINSUFFICIENT_RESERVE");
    ledger.change(keylet.account(alice.id), { Balance: 250_000_010n });
    expect(create({ Amount: 1n })).toBe("tecUNFUNDED");
    ledger.change(keylet.account(alice.id), { Balance: 250_000_011n });
    expect(create({ Amount: 1n })).toBe("tesSUCCESS");
  });

  test("tecDST_TAG_NEEDED", () => {
    ledger.submit({ TransactionType: "AccountSet", Account: bob, SetFlag: asf.RequireDest });
    expect(create()).toBe("tecDST_TAG_NEEDED");
    expect(create({ DestinationTag: 0 })).toBe("tesSUCCESS");
  });
});

test("EscrowCreate takes the money and lists the escrow with both", () => {
  expect(create({ FinishAfter: ledger.now, SourceTag: 1, DestinationTag: 2 })).toBe("tesSUCCESS");
  expect(ledger.root(alice)).toMatchObject({ Balance: 999_998_990n, OwnerCount: 1 });
  expect(escrow()).toMatchObject({ Amount: 1000n, SourceTag: 1, DestinationTag: 2, DestinationNode: 0n });
  expect(ledger.read(keylet.ownerDirectory(bob.id))?.Indexes).toEqual([escrow()?.index]);
  const tx = ledger.fill({ TransactionType: "EscrowCreate", Account: alice, Amount: 77n });
  expect(consequences(tx).potentialSpend).toBe(77n);
});

test("an escrow to oneself is listed once", () => {
  expect(create({ Destination: alice.id })).toBe("tesSUCCESS");
  expect(escrow()?.DestinationNode).toBeUndefined();
  ledger.advance({ seconds: 11 });
  expect(end("EscrowFinish")).toBe("tesSUCCESS");
  expect(ledger.root(alice)).toMatchObject({ Balance: 999_999_990n, OwnerCount: 0 });
});

test("a ticket numbers the escrow", () => {
  ledger.submit({ TransactionType: "TicketCreate", Account: alice, TicketCount: 1 });
  expect(create({ Sequence: 0, TicketSequence: 4 })).toBe("tesSUCCESS");
  expect(ledger.read(keylet.escrow(alice.id, 4))).toBeDefined();
});

describe("EscrowFinish", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["temMALFORMED", () => ({ Condition: condition })],
    ["temMALFORMED", () => ({ Fulfillment: fulfillment })],
    ["tecNO_TARGET", () => ({ OfferSequence: 99 })],
    ["tecNO_PERMISSION", () => ({})],
  ] as const)("refuses: %s", (result, fields) => {
    create();
    // At the very second it is still too soon.
    ledger.advance({ seconds: 10 });
    expect(end("EscrowFinish", fields())).toBe(result);
  });

  test("pays the destination", () => {
    create();
    ledger.advance({ seconds: 11 });
    expect(end("EscrowFinish")).toBe("tesSUCCESS");
    expect(escrow()).toBeUndefined();
    expect(ledger.root(bob).Balance).toBe(1_000_001_000n);
    expect(ledger.root(alice).OwnerCount).toBe(0);
    // The directories stay, empty.
    expect(ledger.read(keylet.ownerDirectory(bob.id))?.Indexes).toEqual([]);
  });

  test("tecNO_PERMISSION once it can be cancelled", () => {
    create({ CancelAfter: ledger.now + 20 });
    ledger.advance({ seconds: 20 });
    expect(end("EscrowCancel")).toBe("tecNO_PERMISSION");
    ledger.advance({ seconds: 1 });
    expect(end("EscrowFinish")).toBe("tecNO_PERMISSION");
    expect(end("EscrowCancel")).toBe("tesSUCCESS");
    expect(ledger.root(alice)).toMatchObject({ Balance: 999_999_990n, OwnerCount: 0 });
  });

  test("tecCRYPTOCONDITION_ERROR unless the secret is shown", () => {
    create({ Condition: condition });
    ledger.advance({ seconds: 11 });
    const show = (Condition: string, Fulfillment: string) =>
      end("EscrowFinish", { Condition, Fulfillment, Fee: 330n });
    expect(end("EscrowFinish")).toBe("tecCRYPTOCONDITION_ERROR");
    expect(show(condition, otherFulfillment)).toBe("tecCRYPTOCONDITION_ERROR");
    expect(show("A000", fulfillment)).toBe("tecCRYPTOCONDITION_ERROR");
    expect(show(condition, fulfillment)).toBe("tesSUCCESS");
  });

  test("tecCRYPTOCONDITION_ERROR for a condition that the escrow does not have", () => {
    create();
    ledger.advance({ seconds: 11 });
    expect(end("EscrowFinish", { Condition: condition, Fulfillment: fulfillment })).toBe(
      "tecCRYPTOCONDITION_ERROR",
    );
  });

  test("tecNO_PERMISSION where the destination takes no deposits from the sender", () => {
    create();
    ledger.advance({ seconds: 11 });
    ledger.submit({ TransactionType: "AccountSet", Account: bob, SetFlag: asf.DepositAuth });
    expect(end("EscrowFinish")).toBe("tecNO_PERMISSION");
    ledger.submit({ TransactionType: "DepositPreauth", Account: bob, Authorize: carol.id });
    expect(end("EscrowFinish")).toBe("tesSUCCESS");
  });

  test("tecNO_DST when the destination was deleted", () => {
    create();
    ledger.advance({ seconds: 11 });
    ledger.state.delete(keylet.account(bob.id).key);
    expect(end("EscrowFinish")).toBe("tecNO_DST");
  });

  test("costs 32 base fees more with a fulfillment, and one for each 16 bytes", () => {
    const cost = (bytes: number) =>
      minimumFee(
        ledger.fill({ TransactionType: "EscrowFinish", Account: carol, Fulfillment: "AB".repeat(bytes) }),
        ledger.state,
      );
    expect([cost(0), cost(15), cost(16), cost(100)]).toEqual([330n, 330n, 340n, 390n]);
    const plain = ledger.fill({ TransactionType: "EscrowFinish", Account: carol, Signers: [{}, {}] });
    expect(minimumFee(plain, ledger.state)).toBe(30n);
  });
});

describe("EscrowCancel refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["tecNO_TARGET", () => ({ Owner: bob.id })],
    // It has no CancelAfter.
    ["tecNO_PERMISSION", () => ({})],
  ] as const)("%s", (result, fields) => {
    create();
    ledger.advance({ seconds: 1000 });
    expect(end("EscrowCancel", fields())).toBe(result);
  });
});
