import { beforeEach, expect, test } from "vitest";
import { type TestAccount, TestLedger, testAccount, usd } from "../../../test/support/testLedger.ts";
import { keylet } from "../../protocol/keylets.ts";

let ledger: TestLedger;
let alice: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
});
const cancel = (fields: Record<string, unknown>) =>
  ledger.submit({ TransactionType: "OfferCancel", Account: alice, OfferSequence: 1, ...fields });

test.each([
  ["temINVALID_FLAG", "a flag", { Flags: 0x00010000 }],
  ["temBAD_SEQUENCE", "offer zero", { OfferSequence: 0 }],
  ["temBAD_SEQUENCE", "this very transaction", { OfferSequence: 3 }],
  ["temBAD_SEQUENCE", "an offer of the future", { OfferSequence: 4 }],
  ["terNO_ACCOUNT", "a sender that is not there", { Account: testAccount("nobody"), Sequence: 1 }],
  ["tesSUCCESS", "an offer that is not there", { OfferSequence: 2 }],
] as const)("%s: %s", (result, _, fields) => expect(cancel(fields)).toBe(result));

test("removes the offer, its directories, and its count", () => {
  const gateway = ledger.fund("gateway");
  const OfferSequence = ledger.root(alice).Sequence;
  const offer = { TransactionType: "OfferCreate", Account: alice, TakerPays: usd(5, gateway), TakerGets: 5n };
  expect(ledger.submit(offer)).toBe("tesSUCCESS");
  const { BookDirectory } = ledger.read(keylet.offer(alice.id, OfferSequence))!;

  expect(cancel({ OfferSequence })).toBe("tesSUCCESS");
  expect(ledger.read(keylet.offer(alice.id, OfferSequence))).toBeUndefined();
  expect(ledger.state.readKey(BookDirectory)).toBeUndefined();
  expect(ledger.read(keylet.ownerDirectory(alice.id))).toBeUndefined();
  expect(ledger.root(alice).OwnerCount).toBe(0);
});
