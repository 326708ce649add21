import { join } from "node:path";
import { parseTransaction } from "../../src/engine/signedTransaction.ts";
import { memoryLog } from "../../src/log/memoryLog.ts";
import type { Clock } from "../../src/node/clock.ts";
import { defaultNodeSettings } from "../../src/node/settings.ts";
import { startStandaloneNode } from "../../src/node/standaloneNode.ts";
import { hexToBytes } from "../../src/protocol/hex.ts";
import type { Hash256 } from "../../src/protocol/types.ts";
import { openLmdbLedgerStore } from "../../src/storage/lmdb/lmdbLedgerStore.ts";

/** Time stands still: what is made does not depend on when. */
const clock: Clock = {
  seconds: () => 700_000_000,
  milliseconds: () => performance.now(),
  after: () => () => {},
};

/**
 * Gives a world's folder a history: a ledger for each blob. The node is the server's own, in this process, with
 * signatures taken as good.
 * @returns the transactions' hashes
 */
export async function addHistory(folder: string, blobs: Iterable<string>): Promise<Hash256[]> {
  const node = await startStandaloneNode({
    settings: {
      ...defaultNodeSettings,
      nativeCurrency: "XRP",
      close: "manual",
      queue: { ...defaultNodeSettings.queue, minimumTransactionsInLedger: 1_000_000 }, // as the server has it
    },
    store: await openLmdbLedgerStore(join(folder, "ledger")),
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
