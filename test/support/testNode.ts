import { type SignedTransaction, signedTransaction } from "../../src/engine/signedTransaction.ts";
import type { Transaction } from "../../src/engine/transaction.ts";
import { memoryLog } from "../../src/log/memoryLog.ts";
import type { Clock } from "../../src/node/clock.ts";
import { importGenesis } from "../../src/node/firstLedger.ts";
import { defaultGenesis, type Genesis } from "../../src/node/genesis.ts";
import type { Node } from "../../src/node/node.ts";
import { defaultNodeSettings, defaultQueueSettings, type NodeSettings } from "../../src/node/settings.ts";
import { type NodeParts, startStandaloneNode } from "../../src/node/standaloneNode.ts";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { memoryLedgerStore } from "../../src/storage/memoryLedgerStore.ts";
import { type TestAccount, type TestTransaction, testAccount } from "./testLedger.ts";

/** Seconds since 2000-01-01 at which test ledgers begin. */
export const testStart = 800_000_000;

/** Time that passes only when a test says so. */
export class TestClock implements Clock {
  private now = testStart * 1000;
  private timers: { readonly at: number; readonly call: () => void }[] = [];

  seconds(): number {
    return Math.floor(this.now / 1000);
  }
  milliseconds(): number {
    return this.now;
  }
  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.now + milliseconds, call };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  advance(milliseconds: number): void {
    this.now += milliseconds;
    const due = this.timers.filter(({ at }) => at <= this.now);
    this.timers = this.timers.filter(({ at }) => at > this.now);
    for (const { call } of due) call();
  }
}

/** A few transactions per ledger before fees rise, as the recordings of the queue have it. */
export const smallQueue = {
  ...defaultQueueSettings,
  minimumTransactionsInLedger: 5,
  minimumQueueSize: 20,
  ledgersInQueue: 3,
};

export const richNames = ["alice", "bob", "carol", "dave", "erin", "frank"] as const;
/** Accounts that every test ledger begins with; each has 10,000 whole units. */
export const rich = Object.fromEntries(richNames.map((name) => [name, testAccount(name)])) as Record<
  (typeof richNames)[number],
  TestAccount
>;

const genesis: Genesis = {
  ...defaultGenesis,
  accounts: Object.values(rich).map(({ id }) => ({ account: id, balance: 10_000_000_000n })),
};

export type TestNodeOptions = Partial<Omit<NodeParts, "settings">> & {
  readonly settings?: Partial<NodeSettings>;
};

/** A node in memory that closes when it is told to and takes every signature for good. */
export async function startTestNode(options: TestNodeOptions = {}): Promise<Node> {
  const store = options.store ?? memoryLedgerStore();
  if (store.range === undefined) await importGenesis(store, genesis, testStart);
  return startStandaloneNode({
    log: memoryLog(),
    clock: new TestClock(),
    verifier: { verify: async () => undefined },
    onFault: ({ tx }, { exception, violations }) => {
      throw new Error(`${tx.TransactionType}: ${violations}`, { cause: exception });
    },
    ...options,
    store,
    settings: { ...defaultNodeSettings, close: "manual", ...options.settings },
  });
}

/** A transaction as if it were signed: with the sender's master key, and a signature that nobody looks at. */
export function signedAs(fields: TestTransaction): SignedTransaction {
  const sender = fields.Account as TestAccount;
  const tx = {
    Flags: 0,
    Fee: 10n,
    SigningPubKey: sender.publicKey,
    TxnSignature: "00".repeat(64),
    ...fields,
    Account: sender.id,
  };
  return signedTransaction(tx as unknown as Transaction, encodeObject(tx));
}

export const payment = (
  from: TestAccount,
  sequence: number,
  fields: Record<string, unknown> = {},
): SignedTransaction =>
  signedAs({
    TransactionType: "Payment",
    Account: from,
    Destination: rich.frank.id,
    Amount: 1_000_000n,
    Sequence: sequence,
    ...fields,
  });

/** All that must be the same wherever the same records were applied. */
export const worldOf = (node: Node): unknown => ({
  closed: node.ledgers.closed().hash,
  open: [...node.ledgers.current().transactions()].map(({ hash, result }) => [hash, result]),
  queue: node.queue.all().map(({ hash, feeLevel, retriesRemaining }) => [hash, feeLevel, retriesRemaining]),
  metrics: node.queue.metrics(),
});
