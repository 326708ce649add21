import { join } from "node:path";
import { parseTransaction } from "../../src/engine/signedTransaction.ts";
import { memoryLog } from "../../src/log/memoryLog.ts";
import type { Clock } from "../../src/node/clock.ts";
import { defaultNodeSettings } from "../../src/node/settings.ts";
import { startStandaloneNode } from "../../src/node/standaloneNode.ts";
import { hexToBytes } from "../../src/protocol/hex.ts";
import type { Hash256 } from "../../src/protocol/types.ts";
import type { LedgerStore } from "../../src/state/ledgerStore.ts";
import { openLmdbLedgerStore } from "../../src/storage/lmdb/lmdbLedgerStore.ts";

/** Time stands still: what is made does not depend on when. */
const clock: Clock = {
  seconds: () => 700_000_000,
  milliseconds: () => performance.now(),
  after: () => () => {},
};

/** So many commits may be on their way to the disk. */
const commitsUnderWay = 200;

/**
 * Gives a world's folder a history: a ledger for each blob. The node is the server's own, in this process, with
 * signatures taken as good and without waiting for the disk after each ledger.
 * @returns the transactions' hashes
 */
export async function addHistory(folder: string, blobs: Iterable<string>): Promise<Hash256[]> {
  const store = await openLmdbLedgerStore(join(folder, "ledger"));
  const node = await startStandaloneNode({
    settings: {
      ...defaultNodeSettings,
      nativeCurrency: "XRP",
      close: "manual",
      queue: { ...defaultNodeSettings.queue, minimumTransactionsInLedger: 1_000_000 }, // as the server has it
    },
    store: withoutWaiting(store),
    log: memoryLog(),
    clock,
    verifier: { verify: () => Promise.resolve(undefined) },
    onFailure: (error) => {
      throw error;
    },
  });
  const hashes: Hash256[] = [];
  for (const blob of blobs) {
    const transaction = parseTransaction(hexToBytes(blob));
    const { result } = await node.submit(transaction);
    if (result !== "tesSUCCESS") throw new Error(`a transaction of the history: ${result}`);
    await node.closeLedger();
    hashes.push(transaction.hash);
  }
  await node.stop();
  return hashes;
}

/** A store whose commits are answered before they are durable, as long as not too many are under way. */
function withoutWaiting(store: LedgerStore): LedgerStore {
  const underWay: Promise<void>[] = [];
  return new Proxy(store, {
    get(target, name) {
      if (name === "commit") {
        return (ledger: Parameters<LedgerStore["commit"]>[0]) => {
          underWay.push(target.commit(ledger));
          return underWay.length < commitsUnderWay ? Promise.resolve() : underWay.shift()!;
        };
      }
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
