import fc from "fast-check";
import { expect, test } from "vitest";
import { EntryMapView } from "../../test/support/entryMapView.ts";
import { keylet } from "../protocol/keylets.ts";
import {
  dirAppend,
  dirDeleteIfEmpty,
  dirEntries,
  dirInsert,
  dirIsEmpty,
  dirPages,
  dirRemove,
} from "./directory.ts";
import { Sandbox } from "./sandbox.ts";

const owner = "AB".repeat(20);
const root = keylet.ownerDirectory(owner);
const keyOf = (n: number): string => n.toString(16).toUpperCase().padStart(64, "0");
const emptyView = () =>
  new Sandbox(new EntryMapView({ base: 10n, units: 10, reserveBase: 200n, reserveIncrement: 50n }));

test("33 keys take two pages, linked as a ring", () => {
  const view = emptyView();
  const pages = Array.from({ length: 33 }, (_, n) => dirInsert(view, root, keyOf(n), { Owner: owner }));
  expect(pages).toEqual([...Array(32).fill(0n), 1n]);
  const [first, second] = [...dirPages(view, root)];
  expect(first).toMatchObject({ IndexNext: 1n, IndexPrevious: 1n, Owner: owner, RootIndex: root.key });
  expect(second).toMatchObject({ Indexes: [keyOf(32)], Owner: owner, RootIndex: root.key });
  expect(second!.IndexPrevious).toBeUndefined(); // the root, page 0, is the default
});

test("owner directories keep a page sorted, books keep the order of arrival", () => {
  const [sorted, arrival] = [emptyView(), emptyView()];
  for (const n of [3, 1, 2]) {
    dirInsert(sorted, root, keyOf(n), {});
    dirAppend(arrival, root, keyOf(n), {});
  }
  expect([...dirEntries(sorted, root)]).toEqual([1, 2, 3].map(keyOf));
  expect([...dirEntries(arrival, root)]).toEqual([3, 1, 2].map(keyOf));
});

test("the same key twice is our own mistake", () => {
  const view = emptyView();
  dirInsert(view, root, keyOf(1), {});
  expect(() => dirInsert(view, root, keyOf(1), {})).toThrow(/already/);
});

test("the root goes with its last key, or stays when asked to", () => {
  for (const keepRoot of [true, false]) {
    const view = emptyView();
    dirInsert(view, root, keyOf(1), {});
    expect(dirRemove(view, root, 0n, keyOf(1), keepRoot)).toBe(true);
    expect(view.has(root)).toBe(keepRoot);
    expect(dirIsEmpty(view, root)).toBe(true);
    expect(dirDeleteIfEmpty(view, root)).toBe(keepRoot);
    expect(view.has(root)).toBe(false);
  }
});

test("removing what is not there says so", () => {
  const view = emptyView();
  expect(dirRemove(view, root, 0n, keyOf(1), false)).toBe(false);
  dirInsert(view, root, keyOf(1), {});
  expect(dirRemove(view, root, 0n, keyOf(2), false)).toBe(false);
  expect(dirRemove(view, root, 5n, keyOf(1), false)).toBe(false);
});

test("any sequence of insertions and removals keeps exactly the keys that should be there", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 120 }), { minLength: 50, maxLength: 600 }), (numbers) => {
      const view = emptyView();
      const pageOf = new Map<string, bigint>();
      for (const key of numbers.map(keyOf)) {
        const page = pageOf.get(key);
        if (page === undefined) {
          pageOf.set(key, dirInsert(view, root, key, {})!);
        } else {
          expect(dirRemove(view, root, page, key, false)).toBe(true);
          pageOf.delete(key);
        }
      }
      expect(new Set(dirEntries(view, root))).toEqual(new Set(pageOf.keys()));
      expect(view.has(root)).toBe(pageOf.size > 0);
      const numbersOfPages = new Set(pageOf.values());
      const emptyPages = [...dirPages(view, root)].filter((page) => page.Indexes.length === 0);
      expect(emptyPages.length).toBeLessThanOrEqual(1); // only the root may be empty while others are not
      expect([...dirPages(view, root)].length).toBeGreaterThanOrEqual(numbersOfPages.size);
    }),
    { numRuns: 60 },
  );
});
