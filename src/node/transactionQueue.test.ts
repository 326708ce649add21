import { expect, test } from "vitest";
import type { TestAccount } from "../../test/support/testLedger.ts";
import { payment, rich, signedAs, smallQueue, startTestNode } from "../../test/support/testNode.ts";
import type { Node } from "./node.ts";
import type { NodeSettings } from "./settings.ts";

const { alice, bob, carol, dave, erin } = rich;

/** A node whose open ledger has just as many transactions that the next one at the base fee must wait. */
async function fullNode(settings: Partial<NodeSettings> = {}): Promise<Node> {
  const node = await startTestNode({ settings: { queue: smallQueue, ...settings } });
  await node.closeLedger();
  for (let sequence = 1; sequence <= 6; sequence++) await node.submit(payment(erin, sequence));
  return node;
}

const submit = async (
  node: Node,
  from: TestAccount,
  sequence: number,
  fields: Record<string, unknown> = {},
) => (await node.submit(payment(from, sequence, fields))).result;
const sequencesOf = (node: Node, who: TestAccount): number[] =>
  node.queue.ofAccount(who.id).map(({ sequence }) => sequence);

test("what pays for a place in the full ledger gets it, and costs the next one more", async () => {
  const node = await fullNode();
  expect(node.queue.metrics()).toMatchObject({
    openLedgerLevel: 184_320n,
    minimumLevel: 256n,
    maxQueueSize: 20,
  });
  expect(await submit(node, alice, 1, { Fee: 7_199n })).toBe("terQUEUED");
  expect(await submit(node, bob, 1, { Fee: 7_200n })).toBe("tesSUCCESS");
  expect(node.queue.metrics()).toMatchObject({
    openLedgerLevel: 250_880n,
    openLedgerCount: 7,
    queuedCount: 1,
  });
  expect(node.queue.loadFees()).toMatchObject({
    loadFactor: 250_880n,
    feeEscalation: 250_880n,
    feeQueue: 256n,
  });
});

test("an account has at most ten waiting", async () => {
  const node = await fullNode();
  for (let sequence = 1; sequence <= 10; sequence++) {
    expect(await submit(node, alice, sequence)).toBe("terQUEUED");
  }
  expect(await submit(node, alice, 11)).toBe("telCAN_NOT_QUEUE_FULL");
  expect(await submit(node, alice, 10, { Fee: 13n })).toBe("terQUEUED");
});

test("a full queue takes what pays more than its cheapest, whose account loses its last", async () => {
  const node = await fullNode();
  for (let sequence = 1; sequence <= 10; sequence++) {
    await submit(node, alice, sequence, { Fee: 12n });
    await submit(node, bob, sequence, { Fee: 20n });
  }
  expect(node.queue.metrics()).toMatchObject({ queuedCount: 20, minimumLevel: 308n });
  expect(await submit(node, carol, 1, { Fee: 12n })).toBe("telCAN_NOT_QUEUE_FULL");
  expect(await submit(node, carol, 1, { Fee: 13n })).toBe("terQUEUED");
  expect(sequencesOf(node, alice)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The average of its account counts, not the cheapest one's own fee.
  await submit(node, alice, 9, { Fee: 10_000n });
  expect(await submit(node, dave, 1, { Fee: 100n })).toBe("telCAN_NOT_QUEUE_FULL");
  // And nobody pushes out his own.
  expect(await submit(node, alice, 10, { Fee: 500n })).toBe("telCAN_NOT_QUEUE_FULL");
});

test("what could not stay long is not queued", async () => {
  const node = await fullNode();
  const { ledgerIndex } = node.ledgers.current();
  expect(await submit(node, alice, 1, { LastLedgerSequence: ledgerIndex + 1 })).toBe("telCAN_NOT_QUEUE");
  expect(await submit(node, alice, 1, { LastLedgerSequence: ledgerIndex + 2 })).toBe("terQUEUED");
  expect(await submit(node, bob, 1, { AccountTxnID: "AB".repeat(32) })).toBe("tefWRONG_PRIOR");
  const hard = await node.submit(payment(bob, 1), { failHard: true });
  expect(hard).toMatchObject({ result: "telCAN_NOT_QUEUE", kept: false });
});

test("sequences wait without gaps, and a gap that expiry leaves is filled first", async () => {
  // Ledgers of six, for good.
  const queue = { ...smallQueue, targetTransactionsInLedger: 5, maximumTransactionsInLedger: 5 };
  const node = await fullNode({ queue });
  expect(await submit(node, erin, 9)).toBe("terPRE_SEQ");
  expect(await submit(node, alice, 1)).toBe("terQUEUED");
  expect(await submit(node, alice, 3)).toBe("telCAN_NOT_QUEUE");
  const { ledgerIndex } = node.ledgers.current();
  expect(await submit(node, alice, 2, { LastLedgerSequence: ledgerIndex + 2 })).toBe("terQUEUED");
  expect(await submit(node, alice, 3)).toBe("terQUEUED");

  // Dearer ones fill every ledger until the second has expired.
  let next = 1;
  for (let i = 0; i < 3; i++) {
    for (const sequence of [next, next + 1]) {
      for (const who of [bob, carol, dave]) await submit(node, who, sequence, { Fee: 20n });
    }
    next += 2;
    await node.closeLedger();
  }
  expect(sequencesOf(node, alice)).toEqual([1, 3]);
  expect(node.queue.nextSequence(alice.id)).toBe(2);
  expect(await submit(node, alice, 4)).toBe("telCAN_NOT_QUEUE");
  expect(await submit(node, alice, 2)).toBe("terQUEUED");
  await node.closeLedger();
  expect(node.queue.all()).toEqual([]);
});

test("fees in flight must stay below the least reserve", async () => {
  const node = await fullNode();
  expect(await submit(node, alice, 1, { Fee: 6_000n })).toBe("terQUEUED");
  expect(await submit(node, alice, 2)).toBe("terQUEUED");
  const poor = await fullNode({ reserveBase: 20_000n });
  for (const sequence of [1, 2, 3, 4]) {
    expect(await submit(poor, alice, sequence, { Fee: 6_000n })).toBe("terQUEUED");
  }
  expect(await submit(poor, alice, 5)).toBe("telCAN_NOT_QUEUE_BALANCE");
});

test("who pays enough for all that he has waiting gets all of it in at once", async () => {
  const node = await fullNode();
  for (const sequence of [1, 2, 3]) expect(await submit(node, alice, sequence)).toBe("terQUEUED");
  expect(await submit(node, alice, 4, { Fee: 20_000n })).toBe("terQUEUED");
  expect(sequencesOf(node, alice)).toEqual([1, 2, 3, 4]);
  // 7200, 9800, 12800, 16200 and 20000 drops for the sixth to the tenth in the ledger.
  expect(await submit(node, alice, 5, { Fee: 66_000n - 30n - 20_000n })).toBe("tesSUCCESS");
  expect(sequencesOf(node, alice)).toEqual([]);
  expect(node.ledgers.current().transactionCount()).toBe(11);
  // A transaction that does not pay that much waits with the others.
  expect(await submit(node, bob, 1)).toBe("terQUEUED");
  expect(await submit(node, bob, 2, { Fee: 30_000n })).toBe("terQUEUED");
});

test("what fails again and again leaves the queue", async () => {
  const queue = { ...smallQueue, minimumEscalationMultiplier: 256n * 500_000n };
  const node = await fullNode({ queue });
  expect(await submit(node, alice, 1)).toBe("terQUEUED");
  expect(await submit(node, alice, 2, { Fee: 1_500_000n })).toBe("terQUEUED");
  // The first is replaced by one that leaves no more than the reserve: too little for the second one's fee.
  const everything = { Fee: 10_000_000n, Amount: 10_000_000_000n - 1_000_000n - 10_000_000n };
  expect(await submit(node, alice, 1, everything)).toBe("tesSUCCESS");
  for (let left = 9; left >= 0; left--) {
    await node.closeLedger();
    expect(node.queue.ofAccount(alice.id)).toMatchObject([
      { sequence: 2, retriesRemaining: left, lastResult: "terINSUF_FEE_B" },
    ]);
  }
  await node.closeLedger();
  expect(node.queue.all()).toEqual([]);
});

test("tickets wait beside sequences, in any order, but not before they exist", async () => {
  const node = await startTestNode({ settings: { queue: smallQueue } });
  const create = { TransactionType: "TicketCreate", TicketCount: 3, Account: alice, Sequence: 1 };
  expect((await node.submit(signedAs(create))).result).toBe("tesSUCCESS");
  await node.closeLedger();
  for (let sequence = 1; sequence <= 6; sequence++) await node.submit(payment(erin, sequence));
  expect(await submit(node, alice, 0, { TicketSequence: 4 })).toBe("terQUEUED");
  expect(await submit(node, alice, 5)).toBe("terQUEUED");
  expect(await submit(node, alice, 0, { TicketSequence: 2 })).toBe("terQUEUED");
  expect(await submit(node, alice, 0, { TicketSequence: 9 })).toBe("terPRE_TICKET");
  expect(await submit(node, alice, 0, { TicketSequence: 1 })).toBe("tefNO_TICKET");
  expect(node.queue.ofAccount(alice.id).map(({ sequence, isTicket }) => [sequence, isTicket])).toEqual([
    [5, false],
    [2, true],
    [4, true],
  ]);
  expect(node.queue.nextSequence(alice.id)).toBe(6);
  await node.closeLedger();
  expect(node.queue.all()).toEqual([]);
  expect(node.ledgers.current().transactionCount()).toBe(3);
});
