import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bytesOf, contentsOf, testKey } from "../../../test/contracts/contentsOf.ts";
import { testCommit, testHeader, testTransaction } from "../../../test/contracts/ledgerStore.ts";
import type { LedgerCommit, LedgerStore } from "../../state/ledgerStore.ts";
import { StateTree } from "../../state/tree/stateTree.ts";
import { commitOperations } from "./commitOperations.ts";
import { batchLength, LedgerBatch } from "./ledgerBatch.ts";
import { openLmdbLedgerReader, openLmdbLedgerStore } from "./lmdbLedgerStore.ts";
import { openTables } from "./tables.ts";
import { breath, writeAtOnce } from "./writer.ts";

const folder = mkdtempSync(join(tmpdir(), "xagd-lmdb-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const freshFolder = () => join(folder, `${count++}`);
/** Waits for nothing, so that tests that await each ledger are fast. */
const open = (path: string) => openLmdbLedgerStore(path, { sync: false, gatherMilliseconds: 0 });

const keys = Array.from({ length: 3_000 }, (_, i) => testKey(i));

/** A ledger that changes, removes, restores and adds, with its tree pages. */
function largeLedger(store: LedgerStore, ledgerIndex: number, size = keys.length): LedgerCommit {
  const state: Record<string, string | undefined> = {};
  for (const [i, key] of keys.slice(0, size).entries()) {
    if ((i + ledgerIndex) % 3 !== 0) state[key] = (i + ledgerIndex) % 4 === 0 ? undefined : `${ledgerIndex}`;
  }
  const commit = testCommit(ledgerIndex, state, {
    transactions: Array.from({ length: 50 }, (_, i) => testTransaction(`${ledgerIndex} ${i}`, i % 4, i)),
    derived: [
      { key: "AA", bytes: bytesOf(`${ledgerIndex}`) },
      { key: "BB", bytes: ledgerIndex % 2 === 0 ? bytesOf("b") : undefined },
    ],
  });
  const { root, pages } = StateTree.over(store).update(commit.state);
  return { ...commit, header: testHeader(ledgerIndex, { accountHash: root }), treePages: pages };
}

describe("lmdb store", () => {
  test("goes on where it was closed", async () => {
    const path = freshFolder();
    let store = await open(path);
    await store.setSetting("format", "1");
    for (const index of [1, 2, 3]) await store.commit(largeLedger(store, index));
    const before = contentsOf(store);
    await store.close();
    store = await open(path);
    expect(contentsOf(store)).toEqual(before);
    expect(store.setting("format")).toBe("1");
    await store.commit(largeLedger(store, 4));
    expect(store.range).toEqual({ first: 1, last: 4 });
    await store.close();
  });

  test("close waits for ledgers that are being written", async () => {
    const path = freshFolder();
    let store = await open(path);
    const first = largeLedger(store, 1);
    const commits = [store.commit(first), store.commit(testCommit(2, { [keys[0]!]: "2" }))];
    await store.close();
    await Promise.all(commits);
    store = await open(path);
    expect(store.range).toEqual({ first: 1, last: 2 });
    await store.close();
  });

  test("a crash within a large commit takes the ledger back, whatever was written", async () => {
    const path = freshFolder();
    let store = await open(path);
    for (const index of [1, 2, 3]) await store.commit(largeLedger(store, index));
    const next = largeLedger(store, 4);
    expect(batchOf(next).takesSeveralSlices).toBe(true);
    const before = contentsOf(store);
    await store.close();
    const total = await countOperations(path, next);
    expect(total).toBeGreaterThan(3_000);
    // Each time, more of the ledger is written before the crash; the last time all but the mark's removal.
    for (const written of [1, 2, 30, 400, 900, 1_500, 2_200, 2_800, total - 4, total - 2]) {
      await writePart(path, written, next);
      store = await open(path);
      expect(contentsOf(store)).toEqual(before);
      // The tree is whole again: the same changes come to the same root.
      const again = largeLedger(store, 4);
      expect(again.header.accountHash).toBe(next.header.accountHash);
      await store.close();
    }
    await writePart(path, total - 1, next);
    store = await open(path);
    expect(store.range).toEqual({ first: 1, last: 4 });
    const complete = contentsOf(store);
    await store.close();

    const uninterrupted = await open(freshFolder());
    for (const index of [1, 2, 3, 4]) await uninterrupted.commit(largeLedger(uninterrupted, index));
    expect(complete).toEqual(contentsOf(uninterrupted));
    await uninterrupted.close();
  });

  test("a crash within a commit of several ledgers takes them all back", async () => {
    const someLedger = (store: LedgerStore, index: number) => largeLedger(store, index, 600);
    const path = freshFolder();
    let store = await open(path);
    const whole = await open(freshFolder());
    for (const index of [1, 2]) {
      await store.commit(largeLedger(store, index));
      await whole.commit(largeLedger(whole, index));
    }
    const before = contentsOf(store);
    await store.close();
    const ledgers: LedgerCommit[] = [];
    for (const index of [3, 4, 5]) {
      ledgers.push(someLedger(whole, index));
      await whole.commit(ledgers.at(-1)!);
    }
    expect(batchOf(...ledgers).takesSeveralSlices).toBe(true);
    const total = await countOperations(path, ...ledgers);
    const half = Math.floor(total / 2);
    for (const written of [1, 20, 300, 600, half, total - 300, total - 6, total - 2]) {
      await writePart(path, written, ...ledgers);
      const reader = openLmdbLedgerReader(path);
      const snapshot = reader.snapshot();
      // The range comes last but one: who reads beside the writer sees nothing of it until then.
      expect(contentsOf(snapshot)).toEqual(before);
      snapshot.release();
      await reader.close();
      store = await open(path);
      expect(contentsOf(store)).toEqual(before);
      expect(someLedger(store, 3).header.accountHash).toBe(ledgers[0]!.header.accountHash);
      await store.close();
    }
    await writePart(path, total - 1, ...ledgers);
    store = await open(path);
    expect(contentsOf(store)).toEqual(contentsOf(whole));
    expect(someLedger(store, 6).header.accountHash).toBe(someLedger(whole, 6).header.accountHash);
    await store.close();
    await whole.close();
  });

  test("a crash within the first commit leaves an empty store", async () => {
    const path = freshFolder();
    const store = await open(path);
    const first = largeLedger(store, 9);
    await store.close();
    const total = await countOperations(path, first);
    for (const written of [100, total - 3]) {
      await writePart(path, written, first);
      const again = await open(path);
      expect(again.range).toBeUndefined();
      await again.close();
    }
    const again = await open(path);
    await again.commit(first);
    expect(again.range).toEqual({ first: 9, last: 9 });
    await again.close();
  });

  test("an import that was not finished is forgotten", async () => {
    const path = freshFolder();
    let store = await open(path);
    await store.setSetting("native_currency", "XAG");
    await store.importLedger(testHeader(5)).add(keys.map((key) => ({ key, bytes: bytesOf("x") })));
    await store.close();
    store = await open(path);
    expect(store.range).toBeUndefined();
    expect(store.setting("native_currency")).toBe("XAG");
    await store.commit(testCommit(1, { [keys[3]!]: "y" }));
    expect([...store.entries(1)]).toHaveLength(1);
    await store.close();
  });

  test("an interrupted pruning is taken up by the next", async () => {
    const path = freshFolder();
    let store = await open(path);
    for (const index of [1, 2, 3, 4, 5]) await store.commit(largeLedger(store, index));
    const pruning = store.prune(4);
    expect(store.range).toEqual({ first: 4, last: 5 });
    await store.close();
    await pruning.catch(() => {});
    store = await open(path);
    expect(store.range).toEqual({ first: 4, last: 5 });
    const before = contentsOf(store);
    await store.prune(4);
    expect(contentsOf(store)).toEqual(before);
    await store.close();
    const tables = openTables(path, { readOnly: true });
    expect([...tables.headers.getKeys({})]).toHaveLength(2);
    const undone = [...tables.state.undo.getKeys({})].map((key) => key.readUInt32BE(0));
    expect(new Set(undone)).toEqual(new Set([5]));
    await tables.root.close();
  });

  test("readers in other processes see complete ledgers only", async () => {
    const path = freshFolder();
    let store = await open(path);
    for (const index of [1, 2]) await store.commit(largeLedger(store, index));
    const before = contentsOf(store);
    const next = largeLedger(store, 3);
    await store.close();

    await writePart(path, 2_500, next);
    const program = new URL("../../../test/support/ledgerReader.ts", import.meta.url);
    const execArgv = ["--import", import.meta.resolve("tsx")];
    const child = fork(program, { execArgv, serialization: "advanced" });
    const read = async (message: { open: string } | "read") => {
      child.send(message);
      const [reply] = await once(child, "message");
      return reply;
    };
    expect(await read({ open: path })).toEqual(before);
    store = await open(path);
    const commits = [store.commit(next), store.commit(testCommit(4, { [keys[0]!]: "4" }))];
    for (let reads = 0; reads < 5; reads++) {
      const { range, ledgers } = (await read("read")) as ReturnType<typeof contentsOf>;
      expect(range!.last).toBeGreaterThanOrEqual(2);
      expect(ledgers).toHaveLength(range!.last);
      expect(ledgers.slice(0, 2)).toEqual(before.ledgers);
    }
    await Promise.all(commits);
    expect(await read("read")).toEqual(contentsOf(store));
    child.disconnect();
    await once(child, "exit");
    await store.close();
  });

  describe("ledgers that come fast", () => {
    const long = { sync: false, gatherMilliseconds: 60_000 };
    const small = (index: number) =>
      testCommit(
        index,
        {
          [keys[0]!]: `${index}`,
          [keys[1 + (Math.ceil(index / 2) % 2)]!]: index % 2 === 0 ? undefined : `${index}`,
        },
        {
          transactions: [testTransaction(`${index}`, 1, index)],
          treePages: [{ key: "", bytes: bytesOf(`${index}`) }],
        },
      );
    const changing = (index: number, changed: readonly string[]) =>
      testCommit(index, Object.fromEntries(changed.map((key) => [key, `${index}`])));
    const medium = (index: number) => changing(index, keys);
    /** So many of these are written together. */
    const mediumPerBatch = Math.floor(batchLength / (2 * keys.length));

    test("are written together, and read meanwhile", async () => {
      const path = freshFolder();
      let store = await openLmdbLedgerStore(path, long);
      await store.commit(small(1)); // the first one waits for nothing
      const reader = openLmdbLedgerReader(path);
      const commits = [2, 3, 4, 5].map((index) => store.commit(small(index)));
      const before = contentsOf(store);
      expect(before.range).toEqual({ first: 1, last: 5 });
      const snapshot = store.snapshot();
      expect(reader.following({ first: 1, last: 2 })).toBeUndefined();
      await store.setSetting("format", "1"); // whatever else is written comes after them
      await Promise.all(commits);
      expect(contentsOf(reader.following({ first: 1, last: 5 })!)).toEqual(before);
      expect(contentsOf(snapshot)).toEqual(before);
      snapshot.release();
      const last = store.commit(small(6));
      const after = contentsOf(store);
      await reader.close();
      await store.close();
      await last;
      store = await open(path);
      expect(contentsOf(store)).toEqual(after);
      await store.close();

      const oneByOne = await open(freshFolder());
      for (const index of [1, 2, 3, 4, 5, 6]) await oneByOne.commit(small(index));
      expect(contentsOf(oneByOne)).toEqual(after);
      await oneByOne.close();
    });

    test("do not wait when there is enough to write, or a large one comes, or somebody wants them", async () => {
      const store = await openLmdbLedgerStore(freshFolder(), long);
      await store.commit(small(1));
      let index = 2;
      const enough = Array.from({ length: mediumPerBatch + 1 }, () => store.commit(medium(index++)));
      await Promise.all(enough.slice(0, -1)); // the last one found no place beside them
      const large = Array.from({ length: batchLength / 8 }, (_, i) => testKey(i));
      await Promise.all([...enough, store.commit(changing(index++, large))]);
      const wanted = store.commit(small(index++));
      store.hurry();
      await wanted;
      await store.close();
    });

    test("leave room only while a bounded amount is under way", async () => {
      const store = await openLmdbLedgerStore(freshFolder(), long);
      await store.room();
      const commits = Array.from({ length: 2 * mediumPerBatch }, (_, i) => store.commit(medium(i + 1)));
      await store.room();
      commits.push(store.commit(medium(commits.length + 1)));
      let written = 0;
      for (const commit of commits) void commit.then(() => written++);
      await store.room();
      await new Promise(setImmediate);
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(commits.length);
      await store.close();
      await Promise.all(commits);
      await store.room();
    });
  });

  test("a failing write stops the store", async () => {
    const store = await open(freshFolder());
    await store.commit(testCommit(1, { [keys[0]!]: "1" }));
    const unwritable = { ...testTransaction("x"), hash: "" };
    await expect(store.commit(testCommit(2, {}, { transactions: [unwritable] }))).rejects.toThrow();
    await expect(store.commit(testCommit(3, {}))).rejects.toThrow("failed to write");
    await store.room();
    await store.close();
  });
});

function batchOf(...ledgers: LedgerCommit[]): LedgerBatch {
  const batch = new LedgerBatch();
  for (const ledger of ledgers) expect(batch.add(ledger)).toBe(true);
  return batch;
}

async function countOperations(path: string, ...ledgers: LedgerCommit[]): Promise<number> {
  const tables = openTables(path, {});
  const operations = [...commitOperations(tables, batchOf(...ledgers), false)].filter(
    (operation) => operation !== breath,
  );
  await tables.root.close();
  return operations.length;
}

/** Writes the first so many operations of a commit, as a crash would leave it. */
async function writePart(path: string, length: number, ...ledgers: LedgerCommit[]): Promise<void> {
  const tables = openTables(path, { sync: false });
  const operations = [...commitOperations(tables, batchOf(...ledgers), false)].filter(
    (operation) => operation !== breath,
  );
  await writeAtOnce(tables.root, operations.slice(0, length));
  await tables.root.close();
}
