import { describe, expect, test } from "vitest";
import { PageArena } from "./pageArena.ts";
import { PageCache } from "./pageCache.ts";

const words = (...values: number[]) => Int32Array.from(values);
const wordsAt = (place: { words: Int32Array; start: number } | null | undefined, length: number) =>
  place && [...place.words.subarray(place.start, place.start + length)];

describe("an arena of pages", () => {
  test("tells a page, a page that was removed, and one that it knows nothing of", () => {
    const arena = new PageArena();
    arena.put("A", words(0, 1, 2, 3), 1, 3);
    arena.put("B", words(7), 0, 1);
    arena.remove("B");
    expect(wordsAt(arena.get("A"), 2)).toEqual([1, 2]);
    expect(arena.get("B")).toBeNull();
    expect(arena.get("C")).toBeUndefined();
    expect([...arena.pages()]).toEqual([
      { path: "A", words: words(1, 2) },
      { path: "B", words: undefined },
    ]);
  });

  test("writes a page over itself where it fits, and elsewhere where it does not", () => {
    const arena = new PageArena();
    arena.put("A", words(1, 2, 3), 0, 3);
    const { length } = arena;
    arena.put("A", words(4, 5), 0, 2);
    expect(arena.length).toBe(length);
    expect([...arena.pages()][0]!.words).toEqual(words(4, 5));
    arena.put("A", words(6, 7, 8, 9), 0, 4);
    expect(arena.length).toBeGreaterThan(length);
    expect(wordsAt(arena.get("A"), 4)).toEqual([6, 7, 8, 9]);
  });

  test("grows, and what was read before stays as it was read", () => {
    const arena = new PageArena(4);
    arena.put("first", words(1), 0, 1);
    const place = arena.get("first");
    const large = new Int32Array(100_000).fill(5);
    for (const path of ["A", "B", "C"]) arena.put(path, large, 0, large.length);
    expect(wordsAt(place, 1)).toEqual([1]);
    expect(wordsAt(arena.get("first"), 1)).toEqual([1]);
    expect([...arena.pages()].map(({ words }) => words!.length)).toEqual([1, 100_000, 100_000, 100_000]);
  });
});

describe("a cache of pages", () => {
  test("keeps what was written last, within its bound", () => {
    const cache = new PageCache(10_000);
    for (let i = 0; i < 100; i++) cache.put(`${i}`, new Int32Array(100).fill(i));
    expect(wordsAt(cache.get("99"), 100)).toEqual(new Array(100).fill(99));
    expect(cache.get("0")).toBeUndefined();
    const kept = Array.from({ length: 100 }, (_, i) => cache.get(`${i}`)).filter(
      (page) => page !== undefined,
    );
    expect(kept.length).toBeGreaterThanOrEqual(10);
    expect(kept.length).toBeLessThanOrEqual(22);
  });

  test("gives the newest of a page, and nothing once it was deleted", () => {
    const cache = new PageCache(2_000);
    cache.put("A", words(1));
    for (let i = 0; i < 4; i++) cache.put(`${i}`, new Int32Array(60)); // "A" is among the old ones now
    cache.put("A", words(2));
    expect(wordsAt(cache.get("A"), 1)).toEqual([2]);
    cache.delete("A");
    expect(cache.get("A")).toBeUndefined();
  });
});
