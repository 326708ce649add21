import { expect, test, vi } from "vitest";
import {
  payment,
  rich,
  signedAs,
  smallQueue,
  startTestNode,
  TestClock,
  testStart,
} from "../../test/support/testNode.ts";
import { memoryLog } from "../log/memoryLog.ts";
import { keylet } from "../protocol/keylets.ts";
import type { NodeEvent } from "./events.ts";
import { InvalidTransaction } from "./node.ts";

const { alice, bob } = rich;

test("tells everything about a submission, and closes it into a ledger", async () => {
  const node = await startTestNode();
  const transaction = payment(alice, 1);
  expect(await node.submit(transaction)).toEqual({
    result: "tesSUCCESS",
    applied: true,
    broadcast: true,
    queued: false,
    kept: true,
    accepted: true,
    ledgerState: {
      accountSequenceNext: 2,
      accountSequenceAvailable: 2,
      openLedgerCost: 10n,
      validatedLedgerIndex: 2,
    },
  });
  expect(node.ledgers.current().transactionCount()).toBe(1);
  expect(node.history.transaction(transaction.hash)).toBeUndefined();

  const closed = await node.closeLedger(testStart + 7);
  expect(closed).toBe(node.ledgers.validated());
  expect(closed.header).toMatchObject({
    ledgerIndex: 3,
    closeTime: testStart + 7,
    parentCloseTime: testStart,
    closeTimeResolution: 10,
    totalDrops: 100_000_000_000_000_000n - 10n,
  });
  expect(closed.transaction(transaction.hash)).toMatchObject({ result: "tesSUCCESS", transactionIndex: 0 });
  expect(node.history.transaction(transaction.hash)?.metadata?.AffectedNodes).toHaveLength(2);
  expect(node.ledgers.current().transactionCount()).toBe(0);
  expect(node.ledgers.completeText()).toBe("2-3");
  const page = node.history.accountTransactions({
    account: rich.frank.id,
    minLedger: 2,
    maxLedger: 3,
    forward: true,
    limit: 10,
  });
  expect(page.transactions.map(({ hash }) => hash)).toEqual([transaction.hash]);
  await node.stop();
});

test("older ledgers stay as they were", async () => {
  const node = await startTestNode();
  const before = node.ledgers.closed();
  await node.submit(payment(alice, 1));
  const after = await node.closeLedger();
  await node.submit(payment(alice, 2));
  await node.closeLedger();
  const balances = [before, after, node.ledgers.closed()].map(
    (ledger) => ledger.read(keylet.account(alice.id))?.Balance,
  );
  expect(balances).toEqual([10_000_000_000n, 9_998_999_990n, 9_997_999_980n]);
  expect(node.ledgers.byIndex(3)?.hash).toBe(after.hash);
  expect(node.ledgers.byHash(after.hash!)).toBe(after);
  expect(node.ledgers.hashOf(1)).toBe(before.parentHash);
  await node.stop();
});

test("what comes too early is held until its turn", async () => {
  const node = await startTestNode();
  const results = [3, 2].map(async (sequence) => (await node.submit(payment(alice, sequence))).result);
  expect(await Promise.all(results)).toEqual(["terPRE_SEQ", "terPRE_SEQ"]);
  expect(node.ledgers.current().transactionCount()).toBe(0);
  const outcome = await node.submit(payment(alice, 1));
  // The reply is about the ledger before those that waited went in.
  expect(outcome.ledgerState?.accountSequenceNext).toBe(2);
  expect(node.ledgers.current().transactionCount()).toBe(3);
  await node.stop();
});

test("what cannot succeed yet is tried again with later ledgers, five of them", async () => {
  const node = await startTestNode();
  const early = payment(alice, 2);
  expect((await node.submit(early)).kept).toBe(true);
  for (let i = 0; i < 3; i++) await node.closeLedger();
  await node.submit(payment(alice, 1));
  await node.closeLedger();
  expect(node.ledgers.current().transaction(early.hash)).toBeDefined();

  await node.submit(payment(bob, 2));
  for (let i = 0; i < 7; i++) await node.closeLedger();
  await node.submit(payment(bob, 1));
  await node.closeLedger();
  expect(node.ledgers.current().transactionCount()).toBe(0);
  await node.stop();
});

test("fail_hard keeps nothing", async () => {
  const node = await startTestNode();
  const outcome = await node.submit(payment(alice, 2), { failHard: true });
  expect(outcome).toMatchObject({ result: "terPRE_SEQ", kept: false, accepted: false });
  await node.submit(payment(alice, 1));
  expect(node.ledgers.current().transactionCount()).toBe(1);
  await node.stop();
});

test("a malformed transaction is tried once", async () => {
  const node = await startTestNode();
  const malformed = payment(alice, 1, { Amount: 0n });
  expect(await node.submit(malformed)).toMatchObject({ result: "temBAD_AMOUNT", kept: true });
  expect(await node.submit(malformed)).toMatchObject({
    result: "temBAD_SIGNATURE",
    accepted: false,
    ledgerState: undefined,
  });
  await node.stop();
});

test("a bad signature is told once, and then remembered", async () => {
  const verify = vi.fn(async () => "Invalid signature.");
  const node = await startTestNode({ verifier: { verify } });
  await expect(node.submit(payment(alice, 1))).rejects.toThrow(new InvalidTransaction("Invalid signature."));
  await expect(node.submit(payment(alice, 1))).rejects.toThrow("Transaction has bad signature.");
  expect(verify).toHaveBeenCalledTimes(1);
  await node.stop();
});

test("a good signature is checked once, from submission to close", async () => {
  const verify = vi.fn(async () => undefined);
  const node = await startTestNode({ verifier: { verify } });
  for (let i = 0; i < 3; i++) await node.submit(payment(alice, 1));
  await node.closeLedger();
  expect(verify).toHaveBeenCalledTimes(1);
  await node.stop();
});

test("what fails the local checks is not logged", async () => {
  const log = memoryLog();
  const node = await startTestNode({ log });
  const chatty = payment(alice, 1, { Memos: [{ Memo: { MemoData: "00".repeat(2000) } }] });
  await expect(node.submit(chatty)).rejects.toThrow("The memo exceeds the maximum allowed size.");
  await expect(node.submit(chatty)).rejects.toThrow("Local checks failed.");
  expect(log.nextPosition).toBe(0);
  await node.stop();
});

test("submissions keep their order, however long their signatures take", async () => {
  const waiting: (() => void)[] = [];
  const verify = () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
  const node = await startTestNode({ verifier: { verify } });
  const results = [1, 2, 3].map((sequence) => node.submit(payment(alice, sequence)));
  for (const release of waiting.reverse()) {
    release();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await Promise.all(results)).map(({ result }) => result)).toEqual(Array(3).fill("tesSUCCESS"));
  await node.stop();
});

test("a dry run shows everything and leaves nothing", async () => {
  const node = await startTestNode();
  const outcome = node.simulate(payment(alice, 1));
  expect(outcome).toMatchObject({ result: "tesSUCCESS", applied: true, ledgerIndex: 3 });
  expect(outcome.metadata?.AffectedNodes).toHaveLength(2);
  expect(node.simulate(payment(alice, 2))).toMatchObject({ result: "terPRE_SEQ", applied: false });
  expect(node.simulate(payment(alice, 1, { Fee: 9n }))).toMatchObject({ result: "telINSUF_FEE_P" });
  expect(node.ledgers.current().transactionCount()).toBe(0);
  await node.stop();
});

test("tells what happens, in order", async () => {
  const node = await startTestNode();
  const events: NodeEvent[] = [];
  const end = node.events.listen((event) => events.push(event));
  await node.submit(payment(alice, 1));
  await node.submit(payment(alice, 2, { Destination: bob.id }));
  await node.closeLedger();
  await node.settled();
  end();
  await node.submit(payment(alice, 3));
  expect(events.map(({ kind }) => kind)).toEqual([
    "proposedTransaction",
    "serverStatus",
    "proposedTransaction",
    "serverStatus",
    "serverStatus",
    "ledgerClosed",
    "transaction",
    "transaction",
  ]);
  expect(events[2]).toMatchObject({ affectedAccounts: [alice.id, bob.id], result: "tesSUCCESS" });
  expect(events[5]).toMatchObject({ transactionCount: 2, completeLedgers: "2-3" });
  expect(events[6]).toMatchObject({ affectedAccounts: [rich.frank.id, alice.id] });
  await node.stop();
});

test("close times are rounded, and always later than the parent's", async () => {
  const clock = new TestClock();
  const node = await startTestNode({ clock });
  const times: number[] = [];
  for (const wait of [0, 0, 4_000, 20_000]) {
    clock.advance(wait);
    times.push((await node.closeLedger()).header.closeTime - testStart);
  }
  expect(times).toEqual([1, 2, 3, 20]);
  await node.stop();
});

test("closes at the interval that was set", async () => {
  const clock = new TestClock();
  const node = await startTestNode({ clock, settings: { close: { every: 4000 } } });
  await node.submit(payment(alice, 1));
  clock.advance(3999);
  await node.settled();
  expect(node.ledgers.closed().ledgerIndex).toBe(2);
  clock.advance(1);
  await node.settled();
  expect(node.ledgers.closed().ledgerIndex).toBe(3);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(4000);
  await node.settled();
  expect(node.ledgers.closed().ledgerIndex).toBe(4);
  await node.stop();
  clock.advance(10_000);
});

test("instant: a submission is answered when its ledger has closed", async () => {
  const node = await startTestNode({ settings: { close: "instant" } });
  const first = payment(alice, 1);
  await node.submit(first);
  expect(node.history.transaction(first.hash)?.ledgerIndex).toBe(3);
  await node.submit(payment(alice, 9));
  expect(node.ledgers.closed().ledgerIndex).toBe(3);
  await Promise.all([2, 3, 4].map((sequence) => node.submit(payment(alice, sequence))));
  expect(node.ledgers.closed()).toMatchObject({ ledgerIndex: 4 });
  expect(node.ledgers.closed().transactionCount()).toBe(3);
  await node.stop();
});

test("queues what pays too little for a full ledger, and takes it into the next", async () => {
  const node = await startTestNode({ settings: { queue: smallQueue } });
  await node.closeLedger();
  const outcomes = [];
  for (let sequence = 1; sequence <= 8; sequence++)
    outcomes.push(await node.submit(payment(alice, sequence)));
  expect(outcomes.map(({ result }) => result)).toEqual([
    ...Array(6).fill("tesSUCCESS"),
    "terQUEUED",
    "terQUEUED",
  ]);
  expect(outcomes.at(-1)).toMatchObject({
    queued: true,
    kept: true,
    broadcast: true,
    ledgerState: { accountSequenceNext: 7, accountSequenceAvailable: 9, openLedgerCost: 7200n },
  });
  expect(node.queue.ofAccount(alice.id).map(({ sequence }) => sequence)).toEqual([7, 8]);
  expect(node.queue.nextSequence(alice.id)).toBe(9);
  await node.closeLedger();
  expect(node.queue.all()).toEqual([]);
  expect(node.ledgers.current().transactionCount()).toBe(2);
  await node.stop();
});

test("an administrator may delete old history; pruning by setting does the same", async () => {
  const node = await startTestNode();
  for (let i = 0; i < 10; i++) await node.closeLedger();
  expect(await node.deleteHistoryBefore(8)).toBe(8);
  expect(node.ledgers.completeText()).toBe("8-12");
  expect(node.ledgers.byIndex(7)).toBeUndefined();
  await node.stop();

  const short = await startTestNode({ settings: { historyLedgers: 3 } });
  for (let i = 0; i < 80; i++) await short.closeLedger();
  await short.settled();
  const [range] = short.ledgers.complete();
  expect(range!.last).toBe(82);
  expect(range!.first).toBeGreaterThan(2);
  await short.stop();
});

test("once the log cannot be written, nothing is answered with success", async () => {
  const log = memoryLog();
  const failures: Error[] = [];
  const node = await startTestNode({ log, onFailure: (error) => failures.push(error) });
  log.flush = () => Promise.reject(new Error("disk full"));
  await expect(node.submit(payment(alice, 1))).rejects.toThrow("disk full");
  await expect(node.submit(payment(alice, 2))).rejects.toThrow("disk full");
  await expect(node.closeLedger()).rejects.toThrow("disk full");
  expect(failures.map(({ message }) => message)).toEqual(["disk full"]);
  expect(node.ledgers.closed().ledgerIndex).toBe(2);
});

test("refuses work after it was stopped", async () => {
  const node = await startTestNode();
  await node.stop();
  await expect(node.submit(payment(alice, 1))).rejects.toThrow("stopping");
  await expect(node.closeLedger()).rejects.toThrow("stopping");
});

test("an account's key change blocks its queue", async () => {
  const node = await startTestNode({ settings: { queue: smallQueue } });
  for (let sequence = 1; sequence <= 7; sequence++) await node.submit(payment(bob, sequence));
  const setKey = (sequence: number) =>
    signedAs({ TransactionType: "SetRegularKey", Account: alice, RegularKey: bob.id, Sequence: sequence });
  expect((await node.submit(setKey(1))).result).toBe("terQUEUED");
  expect((await node.submit(payment(alice, 2))).result).toBe("telCAN_NOT_QUEUE_BLOCKED");
  // A first key change may be free, so its fee counts twice: 512, and a quarter more to replace it.
  expect((await node.submit(payment(alice, 1, { Fee: 25n }))).result).toBe("telCAN_NOT_QUEUE_FEE");
  expect((await node.submit(payment(alice, 1, { Fee: 26n }))).result).toBe("terQUEUED");
  expect((await node.submit(setKey(2))).result).toBe("telCAN_NOT_QUEUE_BLOCKS");
  await node.stop();
});
