import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd } from "../../../test/support/testLedger.ts";
import { asf, hasFlag, lsfPasswordSpent } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { consequences } from "../consequences.ts";
import { minimumFee } from "../minimumFee.ts";

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
const fee = 50_000_000n;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
});
const remove = (fields: Record<string, unknown> = {}) =>
  ledger.apply({
    TransactionType: "AccountDelete",
    Account: alice,
    Destination: bob.id,
    Fee: fee,
    ...fields,
  });
const does = (account: TestAccount, TransactionType: string, fields: Record<string, unknown> = {}) =>
  expect(ledger.submit({ TransactionType, Account: account, ...fields })).toBe("tesSUCCESS");

describe("refuses", () => {
  test.each([
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000 })],
    // Flags are looked at before anything that types have in common.
    ["temINVALID_FLAG", () => ({ Flags: 0x00010000, Fee: -1n })],
    ["temBAD_FEE", () => ({ Fee: -1n })],
    ["temDST_IS_SRC", () => ({ Destination: alice.id })],
    ["tecNO_DST", () => ({ Destination: "00".repeat(19).concat("77") })],
  ] as const)("%s", (result, fields) => expect(remove(fields()).result).toBe(result));

  test("tecDST_TAG_NEEDED", () => {
    does(bob, "AccountSet", { SetFlag: asf.RequireDest });
    expect(remove().result).toBe("tecDST_TAG_NEEDED");
    expect(remove({ DestinationTag: 0 }).result).toBe("tesSUCCESS");
  });

  test("tecNO_PERMISSION: the destination does not take deposits from it", () => {
    does(bob, "AccountSet", { SetFlag: asf.DepositAuth });
    expect(remove().result).toBe("tecNO_PERMISSION");
    does(bob, "DepositPreauth", { Authorize: alice.id });
    expect(remove().result).toBe("tesSUCCESS");
  });

  test("tecTOO_SOON: the sequence is within 256 of the ledger", () => {
    ledger.change(keylet.account(alice.id), { Sequence: 1000 - 254 });
    expect(remove().result).toBe("tecTOO_SOON");
    ledger.change(keylet.account(alice.id), { Sequence: 1000 - 255 });
    expect(remove().result).toBe("tesSUCCESS");
  });

  test.each([
    ["a trust line", "TrustSet", () => ({ LimitAmount: usd(1, bob) })],
    ["an escrow", "EscrowCreate", () => ({ Destination: bob.id, Amount: 1n, FinishAfter: ledger.now + 1 })],
    ["a check", "CheckCreate", () => ({ Destination: bob.id, SendMax: 1n })],
    [
      "a payment channel",
      "PaymentChannelCreate",
      () => ({ Destination: bob.id, Amount: 1n, SettleDelay: 1, PublicKey: alice.publicKey }),
    ],
  ])("tecHAS_OBLIGATIONS: %s", (_, type, fields) => {
    does(alice, type, fields());
    expect(remove().result).toBe("tecHAS_OBLIGATIONS");
    // The one on the other side of it may not go either.
    expect(remove({ Account: bob, Destination: alice.id }).result).toBe("tecHAS_OBLIGATIONS");
  });

  test("tefTOO_BIG: more than 1000 objects", () => {
    ledger.change(keylet.account(alice.id), { Balance: 10n ** 12n });
    for (let i = 0; i < 1001; i++) {
      does(alice, "OfferCreate", { TakerPays: usd(1, bob), TakerGets: 1_000_000n });
    }
    ledger.advance({ ledgers: 2000 });
    expect(remove().result).toBe("tefTOO_BIG");
    does(alice, "OfferCancel", { OfferSequence: ledger.root(alice).Sequence - 1 });
    expect(remove().result).toBe("tesSUCCESS");
    expect(ledger.read(keylet.ownerDirectory(alice.id))).toBeUndefined();
  });

  test("a fee below one object's reserve", () => {
    ledger.open = true;
    expect(remove({ Fee: fee - 1n }).result).toBe("telINSUF_FEE_P");
    const tx = ledger.fill({ TransactionType: "AccountDelete", Account: alice, Destination: bob.id });
    expect(minimumFee(tx, ledger.state)).toBe(fee);
    expect(consequences(tx).isBlocker).toBe(true);
  });
});

test("takes offers, tickets, signer list and preauthorizations along, and sends the rest", () => {
  does(alice, "TicketCreate", { TicketCount: 2 });
  does(alice, "OfferCreate", { TakerPays: usd(1, bob), TakerGets: 1_000_000n });
  does(alice, "DepositPreauth", { Authorize: bob.id });
  const signer = { SignerEntry: { Account: bob.id, SignerWeight: 1 } };
  does(alice, "SignerListSet", { SignerQuorum: 1, SignerEntries: [signer] });
  ledger.change(keylet.account(bob.id), { Flags: lsfPasswordSpent });
  const before = ledger.root(alice).Balance;

  const { result, metadata } = remove();
  expect(result).toBe("tesSUCCESS");
  expect(metadata?.DeliveredAmount).toBe(before - fee);
  expect(ledger.root(bob).Balance).toBe(1_000_000_000n + before - fee);
  expect(hasFlag(ledger.root(bob).Flags, lsfPasswordSpent)).toBe(false);
  const left = [...ledger.state.all().values()].map((entry) => entry.LedgerEntryType).sort();
  expect(left).toEqual(["AccountRoot", "Amendments"]);
});

test("empties a directory of several pages", () => {
  ledger.change(keylet.account(alice.id), { Balance: 10n ** 12n });
  does(alice, "TicketCreate", { TicketCount: 100 });
  expect(remove().result).toBe("tesSUCCESS");
  expect(
    [...ledger.state.all().values()].filter((entry) => entry.LedgerEntryType === "DirectoryNode"),
  ).toEqual([]);
});

test("with a ticket", () => {
  does(alice, "TicketCreate", { TicketCount: 1 });
  const ticket = ledger.root(alice).Sequence - 1;
  expect(remove({ Sequence: 0, TicketSequence: ticket }).result).toBe("tesSUCCESS");
});
