import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger } from "../../../test/support/testLedger.ts";
import { keylet } from "../../protocol/keylets.ts";
import { consequences } from "../consequences.ts";

let ledger: TestLedger;
let alice: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice", 100_000_000_000n);
});
const create = (TicketCount: number, fields: Record<string, unknown> = {}) =>
  ledger.submit({ TransactionType: "TicketCreate", Account: alice, TicketCount, ...fields });

describe("refuses", () => {
  test.each([
    ["temINVALID_FLAG", 1, { Flags: 0x00010000 }],
    ["temINVALID_COUNT", 0, {}],
    ["temINVALID_COUNT", 251, {}],
    // The count is looked at before anything that types have in common.
    ["temINVALID_COUNT", 0, { Fee: -1n }],
    ["temBAD_FEE", 1, { Fee: -1n }],
  ] as const)("%s", (result, count, fields) => expect(create(count, fields)).toBe(result));

  test("tecDIR_FULL: more than 250 tickets", () => {
    expect(create(249)).toBe("tesSUCCESS");
    expect(create(2)).toBe("tecDIR_FULL");
    expect(create(1)).toBe("tesSUCCESS");
    // A ticket that is used up makes room for another.
    const ticket = ledger.root(alice).Sequence - 5;
    expect(create(2, { Sequence: 0, TicketSequence: ticket })).toBe("tecDIR_FULL");
    expect(create(1, { Sequence: 0, TicketSequence: ticket + 1 })).toBe("tesSUCCESS");
    expect(ledger.root(alice).TicketCount).toBe(249);
  });

  test("tecINSUFFICIENT_RESERVE", () => {
    ledger.change(keylet.account(alice.id), { Balance: 299_999_999n });
    expect(create(2)).toBe("tecINSUFFICIENT_RESERVE");
    ledger.change(keylet.account(alice.id), { Balance: 300_000_000n });
    expect(create(2)).toBe("tesSUCCESS");
  });
});

test("sets sequences aside", () => {
  expect(create(3)).toBe("tesSUCCESS");
  expect(ledger.root(alice)).toMatchObject({ Sequence: 7, TicketCount: 3, OwnerCount: 3 });
  for (const sequence of [4, 5, 6]) {
    expect(ledger.read(keylet.ticket(alice.id, sequence))).toMatchObject({ TicketSequence: sequence });
  }
  const noop = { TransactionType: "AccountSet", Account: alice, Sequence: 0, TicketSequence: 5 };
  expect(ledger.submit(noop)).toBe("tesSUCCESS");
  expect(ledger.submit(noop)).toBe("tefNO_TICKET");
  expect(ledger.submit({ ...noop, TicketSequence: 7 })).toBe("terPRE_TICKET");
  expect(ledger.root(alice)).toMatchObject({ Sequence: 7, TicketCount: 2, OwnerCount: 2 });
});

test("uses several sequences", () => {
  const tx = ledger.fill({ TransactionType: "TicketCreate", Account: alice, TicketCount: 7 });
  expect(consequences(tx).sequencesConsumed).toBe(7);
});
