import fc from "fast-check";
import { expect, test } from "vitest";
import { payment, rich, signedAs, smallQueue, startTestNode, worldOf } from "../../test/support/testNode.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { memoryLog } from "../log/memoryLog.ts";
import type { LedgerStore } from "../state/ledgerStore.ts";
import { memoryLedgerStore } from "../storage/memoryLedgerStore.ts";
import type { Node } from "./node.ts";
import type { TransactionLog } from "./transactionLog.ts";

type Step = { readonly do: "submit"; readonly transaction: SignedTransaction } | { readonly do: "close" };

const people = [rich.alice, rich.bob, rich.carol];

/** Payments in and out of turn, cheap and dear, expiring and not, tickets, key changes; and closes between them. */
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.constant<Step>({ do: "close" }), weight: 1 },
  {
    arbitrary: fc
      .record({
        who: fc.constantFrom(...people),
        sequence: fc.integer({ min: 1, max: 12 }),
        ticket: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined, freq: 6 }),
        fee: fc.constantFrom(10n, 11n, 13n, 20n, 500n, 20_000n, 1_000_000n),
        last: fc.option(fc.integer({ min: 3, max: 12 }), { nil: undefined, freq: 3 }),
        kind: fc.constantFrom("pay", "pay", "pay", "spend", "tickets", "key"),
      })
      .map(({ who, sequence, ticket, fee, last, kind }): Step => {
        const common = {
          Fee: fee,
          LastLedgerSequence: last,
          ...(ticket === undefined ? {} : { TicketSequence: ticket }),
        };
        const own = ticket === undefined ? sequence : 0;
        if (kind === "tickets") {
          const fields = {
            TransactionType: "TicketCreate",
            TicketCount: 2,
            Account: who,
            Sequence: own,
            ...common,
          };
          return { do: "submit", transaction: signedAs(fields) };
        }
        if (kind === "key") {
          const fields = { TransactionType: "SetRegularKey", Account: who, Sequence: own, ...common };
          return { do: "submit", transaction: signedAs({ ...fields, RegularKey: rich.dave.id }) };
        }
        const amount = kind === "spend" ? { Amount: 6_000_000_000n } : {};
        return { do: "submit", transaction: payment(who, own, { ...common, ...amount }) };
      }),
    weight: 6,
  },
);

async function take(node: Node, step: Step): Promise<string> {
  if (step.do === "close") return (await node.closeLedger(800_000_100)).hash!;
  return (await node.submit(step.transaction)).result;
}

const start = (store: LedgerStore, log: TransactionLog) =>
  startTestNode({ store, log, settings: { queue: smallQueue } });

test("a node that starts again at any moment goes on as if it never stopped", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 80 }), fc.nat(), async (steps, where) => {
      const steady = await start(memoryLedgerStore(), memoryLog());
      const [store, log] = [memoryLedgerStore(), memoryLog()];
      let restarted = await start(store, log);
      for (const [i, step] of steps.entries()) {
        // Every few steps the node is dropped and another one opened on what it left; nobody says good-bye.
        if ((i + where) % 7 === 0) restarted = await start(store, log);
        const [expected, result] = [await take(steady, step), await take(restarted, step)];
        // Only what a malformed transaction is answered the second time is forgotten.
        if (expected !== "temBAD_SIGNATURE") expect(result).toBe(expected);
        expect(worldOf(restarted)).toEqual(worldOf(steady));
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

test("the log alone leads to the same ledgers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 60 }), async (steps) => {
      const log = memoryLog();
      log.dropBefore = async () => {};
      const first = await start(memoryLedgerStore(), log);
      for (const step of steps) await take(first, step);
      const replayed = await start(memoryLedgerStore(), log);
      expect(worldOf(replayed)).toEqual(worldOf(first));
    }),
    { numRuns: 25 },
  );
}, 60_000);

test("a log that was lost goes on behind what the store has of it", async () => {
  const store = memoryLedgerStore();
  const node = await start(store, memoryLog());
  for (let sequence = 1; sequence <= 3; sequence++) await node.submit(payment(rich.alice, sequence));
  await node.closeLedger();
  const log = memoryLog();
  const again = await start(store, log);
  await again.submit(payment(rich.alice, 4));
  expect(log.nextPosition).toBe(5);
  const once = await start(store, log);
  expect(once.ledgers.current().transactionCount()).toBe(1);
});

test("a record for a ledger that is closed already is ignored", async () => {
  const [store, log] = [memoryLedgerStore(), memoryLog()];
  const node = await start(store, log);
  await node.closeLedger();
  log.append({ kind: "close", ledgerIndex: 3, closeTime: 800_000_500, pseudoTransactions: [] });
  const again = await start(store, log);
  expect(again.ledgers.closed().ledgerIndex).toBe(3);
});
