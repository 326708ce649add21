import { expect, test } from "vitest";
import { startTestNode, testStart } from "../../test/support/testNode.ts";
import { keylet } from "../protocol/keylets.ts";
import { amendmentId } from "../state/rules.ts";
import type { Node } from "./node.ts";

const closeUntil = async (node: Node, ledgerIndex: number): Promise<void> => {
  while (node.ledgers.closed().ledgerIndex < ledgerIndex) {
    await node.closeLedger(testStart + node.ledgers.closed().ledgerIndex);
  }
};
const types = (node: Node): string[] =>
  [...node.ledgers.closed().transactions()].map(({ tx }) => tx.TransactionType);

test("fees that are voted for are in force after the ledger behind the flag ledger", async () => {
  const feeVote = { baseFee: undefined, reserveBase: 20_000_000n, reserveIncrement: 5_000_000n };
  const node = await startTestNode({ settings: { feeVote } });
  await closeUntil(node, 256);
  expect(types(node)).toEqual([]);
  expect(node.ledgers.current().fees.reserveBase).toBe(1_000_000n);
  await closeUntil(node, 257);
  expect(types(node)).toEqual(["SetFee"]);
  const fees = { base: 10n, units: 10, reserveBase: 20_000_000n, reserveIncrement: 5_000_000n };
  expect(node.ledgers.closed().fees).toEqual(fees);
  expect(node.ledgers.current().fees).toEqual(fees);
  expect(node.ledgers.byIndex(256)!.fees.reserveBase).toBe(1_000_000n);
  // Nothing is left to vote on.
  await closeUntil(node, 513);
  expect(types(node)).toEqual([]);
  await node.stop();
});

test("an amendment is enabled two weeks after it got its majority", async () => {
  const amendment = amendmentId("NegativeUNL");
  const node = await startTestNode({ settings: { amendmentVotes: new Set([amendment]) } });
  await closeUntil(node, 257);
  expect(types(node)).toEqual(["EnableAmendment"]);
  expect(node.ledgers.closed().read(keylet.amendments())?.Majorities).toEqual([
    { Majority: { Amendment: amendment, CloseTime: testStart + 255 } },
  ]);
  expect(node.ledgers.closed().rules.enabled("NegativeUNL")).toBe(false);
  while (node.ledgers.closed().ledgerIndex < 512) await node.closeLedger(testStart + 15 * 24 * 3600);
  await node.closeLedger(testStart + 15 * 24 * 3600);
  expect(types(node)).toEqual(["EnableAmendment"]);
  expect(node.ledgers.closed().rules.enabled("NegativeUNL")).toBe(true);
  expect(node.ledgers.closed().read(keylet.amendments())?.Majorities).toBeUndefined();
  await node.stop();
});

test("the hashes of all earlier flag ledgers, and of the last 256 ledgers, are in the ledger", async () => {
  const node = await startTestNode({ settings: { historyLedgers: 5 } });
  const hashes = new Map<number, string>();
  for (let i = 0; i < 700; i++) {
    const { hash, ledgerIndex } = await node.closeLedger();
    hashes.set(ledgerIndex, hash!);
  }
  await node.settled();
  const last = node.ledgers.closed().ledgerIndex;
  expect(node.ledgers.complete()[0]!.first).toBeGreaterThan(512);
  for (const [ledgerIndex, hash] of hashes) {
    const isListed = ledgerIndex >= last - 256 || ledgerIndex % 256 === 0;
    expect(node.ledgers.hashOf(ledgerIndex), `${ledgerIndex}`).toBe(isListed ? hash : undefined);
  }
  await node.stop();
});
