import { expect, test } from "vitest";
import recorded from "../../test/vectors/crypto/signedTransactions.json" with { type: "json" };
import { hexToBytes } from "../protocol/hex.ts";
import { createVerifierPool, type VerifierPool } from "./verifierPool.ts";

const blobs = recorded.map(({ blob, reason }) => ({ bytes: Uint8Array.from(hexToBytes(blob)), reason }));

const reasons = blobs.map(({ reason }) => reason);
const verifyAll = (pool: VerifierPool) => Promise.all(blobs.map(({ bytes }) => pool.verify(bytes)));

for (const threads of [1, 2]) {
  test(`${threads} threads answer every transaction with its own reason`, async () => {
    const failures: Error[] = [];
    const pool = createVerifierPool({ threads, onWorkerFailure: (error) => failures.push(error) });
    // The first crowds are checked here, while the threads start.
    while (pool.counts.onThreads < blobs.length * 3) {
      expect(await verifyAll(pool)).toEqual(reasons);
      expect(failures).toEqual([]);
    }
    expect(blobs[0]!.bytes.length).toBeGreaterThan(0); // the caller keeps its bytes
    await pool.close();
  });
}

test("without threads the calling one checks everything", async () => {
  const pool = createVerifierPool({ threads: 0 });
  expect(await verifyAll(pool)).toEqual(reasons);
  expect(pool.counts).toEqual({ here: blobs.length, onThreads: 0 });
  await pool.close();
});

test("a single transaction needs no thread", async () => {
  const pool = createVerifierPool({ threads: 1 });
  expect(await pool.verify(blobs[0]!.bytes)).toBe(blobs[0]!.reason);
  await pool.close();
});

test("closing answers what waits, and refuses what comes after", async () => {
  const pool = createVerifierPool({ threads: 1 });
  const waiting = verifyAll(pool);
  await pool.close();
  expect(await waiting).toEqual(reasons);
  await expect(pool.verify(blobs[0]!.bytes)).rejects.toThrow("closed");
  await pool.close();
});
