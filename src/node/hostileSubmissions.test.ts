import { expect, test } from "vitest";
import { usd } from "../../test/support/testLedger.ts";
import { payment, rich, startTestNode, worldOf } from "../../test/support/testNode.ts";
import { memoryLog } from "../log/memoryLog.ts";
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
