import { expect, test } from "vitest";
import { usd } from "../../test/support/testLedger.ts";
import { payment, rich, signedAs, startTestNode, worldOf } from "../../test/support/testNode.ts";
import { memoryLog } from "../log/memoryLog.ts";
import { tfSell } from "../protocol/flags.ts";
import { memoryLedgerStore } from "../storage/memoryLedgerStore.ts";

const { alice, bob } = rich;

test("an issued amount as the fee is refused, and ends neither the node nor a restart on its log", async () => {
  const store = memoryLedgerStore();
  const log = memoryLog();
  const node = await startTestNode({ store, log });
  const next = node.queue.nextSequence(alice.id);
  expect((await node.submit(payment(alice, next, { Fee: usd(5, bob) }))).result).toBe("temBAD_FEE");
  expect((await node.submit(payment(alice, next))).result).toBe("tesSUCCESS");
  const world = worldOf(node);

  // As after a crash: nothing was closed or stopped.
  const again = await startTestNode({ store, log });
  expect(worldOf(again)).toEqual(world);
});

test("a listener that throws is reported, and neither submissions nor closes nor other listeners suffer", async () => {
  const faults: unknown[] = [];
  const node = await startTestNode({ onListenerFault: (error) => void faults.push(error) });
  const heard: string[] = [];
  node.events.listen(() => {
    throw new Error("deaf");
  });
  node.events.listen(({ kind }) => void heard.push(kind));
  expect((await node.submit(payment(alice, node.queue.nextSequence(alice.id)))).result).toBe("tesSUCCESS");
  await node.closeLedger();
  await node.settled();
  expect(heard).toContain("proposedTransaction");
  expect(heard).toContain("transaction");
  expect(faults).toHaveLength(heard.length);
  await node.stop();
});

test("an offer whose price leaves the range of amounts fails, and is not taken for a mistake of ours", async () => {
  const node = await startTestNode(); // throws at faults
  const next = () => node.queue.nextSequence(alice.id);
  const settings = { TransactionType: "AccountSet", Account: bob, Sequence: node.queue.nextSequence(bob.id) };
  expect((await node.submit(signedAs({ ...settings, TickSize: 3 }))).result).toBe("tesSUCCESS");
  const huge = { Flags: tfSell, TakerPays: usd(9_999_999_999_999_998n, bob, 80), TakerGets: 651_643n };
  const offer = signedAs({ TransactionType: "OfferCreate", Account: alice, Sequence: next(), ...huge });
  expect((await node.submit(offer)).result).toBe("tefEXCEPTION");
  expect((await node.submit(payment(alice, next()))).result).toBe("tesSUCCESS");
  await node.closeLedger();
  await node.stop();
});
