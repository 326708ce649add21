import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Hash256 } from "../../src/protocol/types.ts";
import { type LedgerHeader, withLedgerHash } from "../../src/state/ledgerHeader.ts";
import {
  type Change,
  type LedgerCommit,
  LedgerNotKept,
  type LedgerReader,
  type LedgerStore,
  type TransactionPlace,
} from "../../src/state/ledgerStore.ts";
import { bytesOf, plain, testAccount, testKey, textOf } from "./contentsOf.ts";

const zeros = "0".repeat(64);

export function testHeader(ledgerIndex: number, fields: Partial<LedgerHeader> = {}): LedgerHeader {
  return withLedgerHash({
    ledgerIndex,
    parentHash: testKey(`parent ${ledgerIndex}`),
    accountHash: zeros,
    transactionHash: zeros,
    totalDrops: 100_000_000_000_000_000n - BigInt(ledgerIndex),
    closeTime: 700_000_000 + ledgerIndex * 10,
    parentCloseTime: 700_000_000 + ledgerIndex * 10 - 10,
    closeTimeResolution: 10,
    closeFlags: 0,
    ...fields,
  });
}

/** A commit whose values are texts; undefined removes a key. */
export function testCommit(
  ledgerIndex: number,
  state: Record<string, string | undefined>,
  more: Partial<LedgerCommit> = {},
): LedgerCommit {
  const changes = Object.entries(state).map(([key, text]): Change => {
    return { key, bytes: text === undefined ? undefined : bytesOf(text) };
  });
  return { header: testHeader(ledgerIndex), state: changes, treePages: [], transactions: [], ...more };
}

export const testTransaction = (
  name: string,
  ...accounts: number[]
): LedgerCommit["transactions"][number] => ({
  hash: testKey(`transaction ${name}`),
  blob: bytesOf(`blob ${name}`),
  metadata: bytesOf(`metadata ${name}`),
  accounts: accounts.map(testAccount),
});

const entriesOf = (reader: LedgerReader, ledgerIndex: number, after?: Hash256): Record<string, string> =>
  Object.fromEntries([...reader.entries(ledgerIndex, after)].map(({ key, bytes }) => [key, textOf(bytes)!]));

/** What every LedgerStore must do. `open` makes an empty one. */
export function describeLedgerStore(name: string, open: () => Promise<LedgerStore>): void {
  /** Each test sees ledgers as soon as they are committed, and again when they are on disk. */
  const stages: [string, (commits: Promise<void>[]) => Promise<unknown>][] = [
    ["as soon as committed", async (commits) => void Promise.all(commits)],
    ["once durable", (commits) => Promise.all(commits)],
  ];

  describe.each(stages)(`${name}, ${"%s"}`, (_, settle) => {
    test("is empty at first", async () => {
      const store = await open();
      expect(store.range).toBeUndefined();
      expect(store.header(1)).toBeUndefined();
      expect(store.transactionPlace(testKey(1))).toBeUndefined();
      expect([...store.accountTransactions(testAccount(1), { first: 1, last: 9, forward: true })]).toEqual(
        [],
      );
      expect(() => store.entry(1, testKey(1))).toThrow(LedgerNotKept);
      await store.close();
    });

    test("every ledger of the range reads as it was", async () => {
      const store = await open();
      const [a, b, c] = [1, 2, 3].map(testKey).sort() as [string, string, string];
      await settle([
        store.commit(testCommit(7, { [a]: "a7", [b]: "b7" })),
        store.commit(testCommit(8, { [a]: "a8", [c]: "c8" })),
        store.commit(testCommit(9, { [a]: undefined, [b]: "b9" })),
        store.commit(testCommit(10, { [a]: "a10" })),
      ]);
      expect(store.range).toEqual({ first: 7, last: 10 });
      expect(entriesOf(store, 7)).toEqual({ [a]: "a7", [b]: "b7" });
      expect(entriesOf(store, 8)).toEqual({ [a]: "a8", [b]: "b7", [c]: "c8" });
      expect(entriesOf(store, 9)).toEqual({ [b]: "b9", [c]: "c8" });
      expect(entriesOf(store, 10)).toEqual({ [a]: "a10", [b]: "b9", [c]: "c8" });
      expect(entriesOf(store, 10, a)).toEqual({ [b]: "b9", [c]: "c8" });
      expect([7, 8, 9, 10].map((index) => textOf(store.entry(index, a)))).toEqual([
        "a7",
        "a8",
        undefined,
        "a10",
      ]);
      expect(store.successor(9, zeros)).toBe(b);
      expect(store.successor(10, zeros)).toBe(a);
      expect(store.successor(7, b)).toBeUndefined();
      expect(store.successor(8, b)).toBe(c);
      expect(store.successor(8, b, c)).toBeUndefined();
      expect(store.successor(10, zeros, a)).toBeUndefined();
      expect([...store.changedKeys(7)]).toEqual([]);
      expect([...store.changedKeys(8)]).toEqual([a, c]);
      expect([...store.changedKeys(9)]).toEqual([a, b]);
      expect(() => store.entry(6, a)).toThrow(LedgerNotKept);
      expect(() => store.successor(11, a)).toThrow(LedgerNotKept);
      await store.close();
    });

    test("headers are found by index and by hash", async () => {
      const store = await open();
      const commits = [5, 6].map((index) => store.commit(testCommit(index, { [testKey(index)]: "x" })));
      await settle(commits);
      expect(store.header(5)).toEqual(testHeader(5));
      expect(store.header(6)).toEqual(testHeader(6));
      expect(store.header(7)).toBeUndefined();
      expect(store.ledgerIndexOf(testHeader(6).ledgerHash)).toBe(6);
      expect(store.ledgerIndexOf(zeros)).toBeUndefined();
      await store.close();
    });

    test("transactions are found by place, ledger and hash", async () => {
      const store = await open();
      const transactions = Array.from({ length: 150 }, (_, i) => testTransaction(`${i}`, i));
      await settle([
        store.commit(testCommit(3, {}, { transactions: [testTransaction("first", 1)] })),
        store.commit(testCommit(4, {}, { transactions })),
      ]);
      const { hash, blob, metadata } = transactions[149]!;
      const place = { ledgerIndex: 4, transactionIndex: 149 };
      expect(store.transactionPlace(hash)).toEqual(place);
      expect(plain(store.transaction(place)!)).toEqual({ ...place, hash, blob, metadata });
      expect(store.transaction({ ledgerIndex: 4, transactionIndex: 150 })).toBeUndefined();
      expect(store.transactionPlace(testKey("none"))).toBeUndefined();
      const stored = [...store.transactions(4)];
      expect(stored.map(({ hash }) => hash)).toEqual(transactions.map(({ hash }) => hash));
      expect(stored.map(({ transactionIndex }) => transactionIndex)).toEqual([...transactions.keys()]);
      expect([...store.transactions(4, 148)].map(plain)).toEqual(stored.slice(148).map(plain));
      expect([...store.transactions(5)]).toEqual([]);
      expect([3, 4, 5].map((index) => store.transactionCount(index))).toEqual([1, 150, 0]);
      await store.close();
    });

    test("an account's transactions come in both directions, from anywhere", async () => {
      const store = await open();
      const commits: Promise<void>[] = [];
      const expected: TransactionPlace[] = [];
      for (let ledgerIndex = 1; ledgerIndex <= 200; ledgerIndex++) {
        const transactions = [0, 1, 2].map((i) => testTransaction(`${ledgerIndex} ${i}`, i, 7));
        commits.push(store.commit(testCommit(ledgerIndex, {}, { transactions })));
        for (const transactionIndex of [0, 1, 2]) expected.push({ ledgerIndex, transactionIndex });
      }
      await settle(commits);
      const all = { first: 0, last: 4_000_000_000 };
      const places = (query: Partial<Parameters<LedgerStore["accountTransactions"]>[1]>, account = 7) => [
        ...store.accountTransactions(testAccount(account), { ...all, forward: true, ...query }),
      ];
      expect(places({})).toEqual(expected);
      expect(places({ forward: false })).toEqual(expected.toReversed());
      expect(places({}, 1)).toEqual(expected.filter(({ transactionIndex }) => transactionIndex === 1));
      expect(places({}, 8)).toEqual([]);
      expect(places({ first: 20, last: 21 })).toEqual(expected.slice(57, 63));
      const startAt = { ledgerIndex: 100, transactionIndex: 1 };
      expect(places({ startAt })).toEqual(expected.slice(298));
      expect(places({ startAt, forward: false })).toEqual(expected.slice(0, 299).reverse());
      expect(places({ startAt, last: 100 })).toEqual(expected.slice(298, 300));
      expect(places({ startAt: { ledgerIndex: 100, transactionIndex: 0 } }, 1)).toHaveLength(101);
      expect(places({ startAt: { ledgerIndex: 100, transactionIndex: 2 } }, 1)).toHaveLength(100);
      await store.close();
    });

    test("derived values are versioned like the state", async () => {
      const store = await open();
      const derived = (...values: [string, string | undefined][]) => ({
        derived: values.map(([key, text]) => ({
          key,
          bytes: text === undefined ? undefined : bytesOf(text),
        })),
      });
      await settle([
        store.commit(testCommit(1, {}, derived(["AA", "aa"], ["AA01", "1"], ["AAFF02", "2"], ["AB", "b"]))),
        store.commit(
          testCommit(2, {}, derived(["AA01", undefined], ["AAFF", "f"], ["FF", "x"], ["FFFF", "y"])),
        ),
      ]);
      const read = (index: number, prefix: string) =>
        [...store.derivedEntries(index, prefix)].map(({ key, bytes }) => `${key}=${textOf(bytes)}`);
      expect(read(1, "AA")).toEqual(["AA=aa", "AA01=1", "AAFF02=2"]);
      expect(read(2, "AA")).toEqual(["AA=aa", "AAFF=f", "AAFF02=2"]);
      expect(read(2, "AAFF")).toEqual(["AAFF=f", "AAFF02=2"]);
      expect(read(2, "FF")).toEqual(["FF=x", "FFFF=y"]);
      expect(read(1, "FF")).toEqual([]);
      expect(textOf(store.derived(1, "AA01"))).toBe("1");
      expect(store.derived(2, "AA01")).toBeUndefined();
      await store.close();
    });

    test("tree pages are the last ledger's", async () => {
      const store = await open();
      const paths = ["", "0", "A", "AB", "ABC", "F".repeat(61), "F".repeat(62), "F".repeat(63)];
      const treePages = (version: string) =>
        paths.map((key) => ({ key, bytes: bytesOf(`${key} ${version}`) }));
      const keys = Object.fromEntries(paths.map((path) => [path.padEnd(64, "0"), `entry ${path}`]));
      await settle([
        store.commit(testCommit(1, keys, { treePages: treePages("1") })),
        store.commit(
          testCommit(
            2,
            {},
            { treePages: [...treePages("2").slice(0, 7), { key: paths[7]!, bytes: undefined }] },
          ),
        ),
      ]);
      for (const path of paths.slice(0, 7)) expect(textOf(store.treePage(path))).toBe(`${path} 2`);
      expect(store.treePage(paths[7]!)).toBeUndefined();
      expect(store.treePage("B")).toBeUndefined();
      expect(entriesOf(store, 2)).toEqual(Object.fromEntries(Object.entries(keys).sort()));
      await store.close();
    });

    test("a snapshot stays as it is", async () => {
      const store = await open();
      const [a, b] = [testKey(1), testKey(2)];
      await settle([
        store.commit(testCommit(1, { [a]: "1" }, { transactions: [testTransaction("1", 1)] })),
        store.commit(testCommit(2, { [a]: "2" })),
      ]);
      const snapshot = store.snapshot();
      await store.commit(
        testCommit(3, { [a]: undefined, [b]: "3" }, { transactions: [testTransaction("3", 1)] }),
      );
      expect(snapshot.range).toEqual({ first: 1, last: 2 });
      expect(entriesOf(snapshot, 2)).toEqual({ [a]: "2" });
      expect(entriesOf(snapshot, 1)).toEqual({ [a]: "1" });
      expect(snapshot.header(3)).toBeUndefined();
      expect(snapshot.transactionPlace(testKey("transaction 3"))).toBeUndefined();
      const query = { first: 1, last: 9, forward: true };
      expect([...snapshot.accountTransactions(testAccount(1), query)]).toHaveLength(1);
      expect(() => snapshot.entry(3, a)).toThrow(LedgerNotKept);
      snapshot.release();
      expect(entriesOf(store, 3)).toEqual({ [b]: "3" });
      await store.close();
    });
  });

  describe(name, () => {
    test("10,000 versions of one key are all there, and found fast", async () => {
      const store = await open();
      const key = testKey("busy");
      const commits: Promise<void>[] = [];
      for (let index = 1; index <= 10_000; index++) {
        commits.push(store.commit(testCommit(index, { [key]: index % 10 === 0 ? undefined : `${index}` })));
        if (index % 100 === 0) await Promise.all(commits.splice(0));
      }
      const expected = (index: number) => (index % 10 === 0 ? undefined : `${index}`);
      for (let index = 1; index <= 10_000; index += 7) {
        expect(textOf(store.entry(index, key))).toBe(expected(index));
      }
      const start = performance.now();
      for (let i = 0; i < 1_000; i++) store.entry(1 + ((i * 7_919) % 10_000), key);
      expect(performance.now() - start).toBeLessThan(1_000);
      expect(store.successor(9_990, zeros)).toBeUndefined();
      expect(store.successor(9_991, zeros)).toBe(key);
      await store.close();
    });

    test("a walk goes on undisturbed while ledgers are committed", async () => {
      const store = await open();
      const keys = Array.from({ length: 300 }, (_, i) => testKey(i)).sort();
      await store.commit(testCommit(1, Object.fromEntries(keys.map((key) => [key, "1"]))));
      const seen: string[] = [];
      let next = 2;
      for (const { key, bytes } of store.entries(1)) {
        seen.push(key);
        expect(textOf(bytes)).toBe("1");
        if (seen.length % 40 !== 20) continue;
        const changes = Object.fromEntries(
          keys.map((other, i) => [other, i % 3 === 0 ? undefined : `${next}`]),
        );
        const commit = store.commit(testCommit(next++, { ...changes, [testKey(`new ${next}`)]: "n" }));
        if (seen.length % 80 === 20) await commit;
      }
      expect(seen).toEqual(keys);
      await store.close();
    });

    test("pruning forgets ledgers, and nothing else", async () => {
      const store = await open();
      const [a, b, c] = [1, 2, 3].map(testKey) as [string, string, string];
      const commit = (index: number, state: Record<string, string | undefined>) =>
        store.commit(testCommit(index, state, { transactions: [testTransaction(`${index}`, 1, index)] }));
      await commit(1, { [a]: "a1", [b]: "b1" });
      await commit(2, { [a]: undefined, [b]: "b2" });
      await commit(3, { [b]: undefined, [c]: "c3" });
      await commit(4, { [a]: "a4" });
      await commit(5, { [c]: "c5" });
      await store.prune(3);
      expect(store.range).toEqual({ first: 3, last: 5 });
      expect(store.header(2)).toBeUndefined();
      expect(store.ledgerIndexOf(testHeader(2).ledgerHash)).toBeUndefined();
      expect(store.transactionPlace(testKey("transaction 2"))).toBeUndefined();
      expect(store.transaction({ ledgerIndex: 2, transactionIndex: 0 })).toBeUndefined();
      expect([...store.transactions(2)]).toEqual([]);
      const query = { first: 1, last: 9, forward: true };
      const ledgersOf = (account: number) =>
        [...store.accountTransactions(testAccount(account), query)].map(({ ledgerIndex }) => ledgerIndex);
      expect(ledgersOf(1)).toEqual([3, 4, 5]);
      expect(ledgersOf(2)).toEqual([]);
      expect(() => store.entry(2, a)).toThrow(LedgerNotKept);
      expect(entriesOf(store, 3)).toEqual({ [c]: "c3" });
      expect(entriesOf(store, 4)).toEqual(
        Object.fromEntries(
          [
            [a, "a4"],
            [c, "c3"],
          ].sort(),
        ),
      );
      expect(entriesOf(store, 5)).toEqual(
        Object.fromEntries(
          [
            [a, "a4"],
            [c, "c5"],
          ].sort(),
        ),
      );
      await store.prune(2);
      expect(store.range).toEqual({ first: 3, last: 5 });
      await expect(store.prune(6)).rejects.toThrow(RangeError);
      await store.prune(5);
      await commit(6, { [a]: undefined, [b]: "b6" });
      expect(entriesOf(store, 5)).toEqual(
        Object.fromEntries(
          [
            [a, "a4"],
            [c, "c5"],
          ].sort(),
        ),
      );
      expect(entriesOf(store, 6)).toEqual(
        Object.fromEntries(
          [
            [b, "b6"],
            [c, "c5"],
          ].sort(),
        ),
      );
      expect(ledgersOf(1)).toEqual([5, 6]);
      await store.close();
    });

    test("any history reads like the model, while it is written, when it is, and pruned", async () => {
      const key = fc.integer({ min: 0, max: 11 }).map(testKey);
      const text = fc.option(fc.constantFrom("x", "yy", "zzz"), { nil: undefined, freq: 2 });
      const ledgers = fc.array(fc.dictionary(key, text, { maxKeys: 6, noNullPrototype: true }), {
        minLength: 1,
        maxLength: 25,
      });
      await fc.assert(
        fc.asyncProperty(ledgers, fc.nat(24), fc.nat(24), async (history, waitAt, pruneTo) => {
          const store = await open();
          const models: Map<Hash256, string>[] = [];
          const check = (from: number) => {
            for (let index = from; index < models.length; index++) {
              const model = models[index]!;
              const sorted = [...model].sort();
              expect(Object.entries(entriesOf(store, index + 1))).toEqual(sorted);
              for (const key of Array.from({ length: 12 }, (_, i) => testKey(i))) {
                expect(textOf(store.entry(index + 1, key))).toBe(model.get(key));
                expect(store.successor(index + 1, key)).toBe(sorted.find(([other]) => other > key)?.[0]);
              }
            }
          };
          const commits: Promise<void>[] = [];
          for (const [i, changes] of history.entries()) {
            const model = new Map(models.at(-1));
            for (const [key, value] of Object.entries(changes)) {
              if (value === undefined) model.delete(key);
              else model.set(key, value);
            }
            models.push(model);
            commits.push(store.commit(testCommit(i + 1, changes)));
            if (i === waitAt) await Promise.all(commits);
          }
          check(0);
          await Promise.all(commits);
          check(0);
          const first = Math.min(pruneTo + 1, history.length);
          await store.prune(first);
          check(first - 1);
          await store.close();
        }),
        { numRuns: 40 },
      );
    });

    test("an import shows when it is finished", async () => {
      const store = await open();
      const header = testHeader(500);
      const target = store.importLedger(header);
      const keys = Array.from({ length: 2_000 }, (_, i) => testKey(i));
      await target.add(keys.slice(0, 900).map((key) => ({ key, bytes: bytesOf(key) })));
      await target.add(keys.slice(900).map((key) => ({ key, bytes: bytesOf(key) })));
      await target.addTreePages([{ key: "", bytes: bytesOf("root") }]);
      await target.addDerived([{ key: "AA", bytes: bytesOf("sum") }]);
      expect([...target.entries()].map(({ key }) => key)).toEqual(keys.toSorted());
      expect(store.range).toBeUndefined();
      await expect(store.commit(testCommit(500, {}))).rejects.toThrow();
      await target.finish();
      expect(store.range).toEqual({ first: 500, last: 500 });
      expect(store.header(500)).toEqual(header);
      expect(textOf(store.treePage(""))).toBe("root");
      expect(textOf(store.derived(500, "AA"))).toBe("sum");
      await store.commit(testCommit(501, { [keys[0]!]: "new", [keys[1]!]: undefined }));
      expect(textOf(store.entry(500, keys[0]!))).toBe(keys[0]);
      expect(textOf(store.entry(501, keys[0]!))).toBe("new");
      expect(store.entry(501, keys[1]!)).toBeUndefined();
      expect(Object.keys(entriesOf(store, 500))).toHaveLength(2_000);
      expect(Object.keys(entriesOf(store, 501))).toHaveLength(1_999);
      expect(() => store.importLedger(header)).toThrow();
      await store.close();
    });

    test("a ledger of many thousand changes is readable at once and when it is written", async () => {
      const store = await open();
      const keys = Array.from({ length: 6_000 }, (_, i) => testKey(i));
      const state = (text: string) => Object.fromEntries(keys.map((key) => [key, text]));
      const transactions = Array.from({ length: 3_000 }, (_, i) => testTransaction(`${i}`, i % 50, i));
      await store.commit(testCommit(1, state("1")));
      const commit = store.commit(testCommit(2, { ...state("2"), [keys[5]!]: undefined }, { transactions }));
      let isWritten = false;
      void commit.then(() => {
        isWritten = true;
      });
      let turns = 0;
      for (; !isWritten; turns++) {
        expect(textOf(store.entry(1, keys[turns % 6_000]!))).toBe("1");
        expect(store.entry(1, keys[5]!)).toBeDefined();
        expect(textOf(store.entry(2, keys[7]!))).toBe("2");
        expect(store.entry(2, keys[5]!)).toBeUndefined();
        await new Promise(setImmediate);
      }
      await commit;
      expect(textOf(store.entry(2, keys[7]!))).toBe("2");
      expect(Object.keys(entriesOf(store, 1))).toHaveLength(6_000);
      expect(Object.keys(entriesOf(store, 2))).toHaveLength(5_999);
      expect(store.transactionPlace(transactions[2_999]!.hash)).toEqual({
        ledgerIndex: 2,
        transactionIndex: 2_999,
      });
      await store.close();
    });

    test("refuses a ledger out of turn, and anything when it is closed", async () => {
      const store = await open();
      await store.commit(testCommit(4, {}));
      await expect(store.commit(testCommit(6, {}))).rejects.toThrow(RangeError);
      await expect(store.commit(testCommit(4, {}))).rejects.toThrow(RangeError);
      expect(store.range).toEqual({ first: 4, last: 4 });
      await store.close();
      await expect(store.commit(testCommit(5, {}))).rejects.toThrow("closed");
    });

    test("settings stay", async () => {
      const store = await open();
      expect(store.setting("native_currency")).toBeUndefined();
      await store.setSetting("native_currency", "XAG");
      expect(store.setting("native_currency")).toBe("XAG");
      await store.setSetting("native_currency", "XRP");
      expect(store.setting("native_currency")).toBe("XRP");
      await store.close();
    });
  });
}
