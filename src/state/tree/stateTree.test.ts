import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prefixedSha512Half } from "../../protocol/digests.ts";
import { hashPrefix } from "../../protocol/hashPrefix.ts";
import { hexToBytes } from "../../protocol/hex.ts";
import type { Hash256 } from "../../protocol/types.ts";
import { SortedKeys } from "../sortedKeys.ts";
import { StateTree } from "./stateTree.ts";

type State = Map<Hash256, Uint8Array>;

/** The root straight from the definition, every node hashed anew. */
function rootByDefinition(state: State): Hash256 {
  if (state.size === 0) return "0".repeat(64);
  const hashNode = (keys: Hash256[], depth: number): Hash256 => {
    const children = [..."0123456789ABCDEF"].map((digit) => {
      const below = keys.filter((key) => key[depth] === digit);
      if (below.length === 0) return "0".repeat(64);
      if (below.length > 1) return hashNode(below, depth + 1);
      return prefixedSha512Half(hashPrefix.stateLeaf, state.get(below[0]!)!, hexToBytes(below[0]!));
    });
    return prefixedSha512Half(hashPrefix.innerNode, hexToBytes(children.join("")));
  };
  return hashNode([...state.keys()], 0);
}

/** A state and its tree kept in step, the way a store and a closing ledger do it. */
class TreeUnderTest {
  readonly state: State = new Map();
  readonly keys = new SortedKeys();
  readonly pages = new Map<string, Uint8Array>();
  readonly tree: StateTree;

  constructor(cacheBytes: number) {
    this.tree = new StateTree(
      {
        treePage: (path) => this.pages.get(path),
        has: (key) => this.state.has(key),
        firstKeyUnder: (path) => {
          const lowest = path.padEnd(64, "0");
          const key = this.state.has(lowest) ? lowest : this.keys.successor(lowest);
          return key?.startsWith(path) ? key : undefined;
        },
      },
      { cacheBytes },
    );
  }

  apply(changes: { key: Hash256; bytes: Uint8Array | undefined; existed?: boolean }[]): Hash256 {
    const { root, pages } = this.tree.update(changes);
    for (const { key, bytes } of changes) {
      if (bytes === undefined) {
        this.state.delete(key);
        this.keys.delete(key);
      } else {
        this.state.set(key, bytes);
        this.keys.add(key);
      }
    }
    for (const { key, bytes } of pages) {
      if (bytes === undefined) this.pages.delete(key);
      else this.pages.set(key, Uint8Array.from(bytes));
    }
    return root;
  }
}

/** Few digits in few places, so that keys share long and short prefixes. */
const key = fc
  .tuple(
    fc.constantFrom("", "00", "AB", "AB".repeat(24)),
    fc.array(fc.constantFrom(..."01F"), { minLength: 0, maxLength: 6 }),
    fc.constantFrom("0", "7", "F"),
  )
  .map(([start, middle, rest]) => (start + middle.join("")).padEnd(64, rest));
const change = fc.record({
  key,
  bytes: fc.option(fc.uint8Array({ minLength: 1, maxLength: 5 }), { nil: undefined, freq: 2 }),
});
const ledgers = fc.array(
  fc.uniqueArray(change, { selector: (item) => item.key, minLength: 1, maxLength: 40 }),
  { minLength: 1, maxLength: 8 },
);

describe("StateTree", () => {
  test.each([1 << 20, 0])(
    "any changes lead to the root of the whole state (cache of %i bytes)",
    (cacheBytes) => {
      fc.assert(
        fc.property(ledgers, fc.boolean(), (changesOfLedgers, tell) => {
          const kept = new TreeUnderTest(cacheBytes);
          for (const changes of changesOfLedgers) {
            const told = tell
              ? changes.map((item) => ({ ...item, existed: kept.state.has(item.key) }))
              : changes;
            expect(kept.apply(told)).toBe(rootByDefinition(kept.state));
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  test("the pages are those of the same state built at once", () => {
    fc.assert(
      fc.property(ledgers, (changesOfLedgers) => {
        const kept = new TreeUnderTest(1 << 20);
        for (const changes of changesOfLedgers) kept.apply(changes);
        const fresh = new TreeUnderTest(1 << 20);
        fresh.apply([...kept.state].map(([key, bytes]) => ({ key, bytes })));
        expect(new Map([...kept.pages].sort())).toEqual(new Map([...fresh.pages].sort()));
      }),
      { numRuns: 200 },
    );
  });

  test("many changes in steps come to the same root", async () => {
    const random = (seed: number) => prefixedSha512Half(seed, new Uint8Array());
    const changes = Array.from({ length: 5_000 }, (_, i) => ({
      key: random(i),
      bytes: new Uint8Array([i & 255]),
    }));
    const inSteps = new TreeUnderTest(1 << 20);
    let pauses = 0;
    const { root } = await inSteps.tree.updateInSteps(changes, async () => void pauses++);
    expect(pauses).toBeGreaterThan(100);
    expect(root).toBe(rootByDefinition(new Map(changes.map(({ key, bytes }) => [key, bytes]))));
  });

  test("no changes leave the root as it is", () => {
    const kept = new TreeUnderTest(1 << 20);
    expect(kept.apply([])).toBe("0".repeat(64));
    const root = kept.apply([{ key: "1".repeat(64), bytes: new Uint8Array([1]) }]);
    expect(kept.apply([])).toBe(root);
    expect(kept.apply([{ key: "1".repeat(64), bytes: undefined }])).toBe("0".repeat(64));
  });
});
