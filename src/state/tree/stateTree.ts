import type { Hash256 } from "../../protocol/types.ts";
import type { Change, LedgerStore, TreePageChange } from "../ledgerStore.ts";
import { allSteps, stepsWithPauses } from "../steps.ts";
import { hashInner, hashStateLeaf, hashWords, innerWords, nibbleAt, wordsToHash } from "./nodeHashes.ts";
import { PageArena, type PagePlace } from "./pageArena.ts";
import { PageCache } from "./pageCache.ts";
import { emptyTreeRoot } from "./transactionTree.ts";
import {
  childMask,
  embeddedWords,
  innerMask,
  nodeHeaderWords,
  nodeLength,
  pageFromBytes,
  pageMask,
  pageToBytes,
} from "./treePage.ts";

/** What the tree needs of the last closed ledger. */
export interface StateTreeSource {
  /** The page as last written; undefined where there is none. */
  treePage(path: string): Uint8Array | undefined;
  /** Whether the ledger has an entry with this key. */
  has(key: Hash256): boolean;
  /** The smallest key that starts with these digits. */
  firstKeyUnder(path: string): Hash256 | undefined;
}

/** What a ledger's changes did to the tree. */
export interface StateTreeUpdate {
  /** The header's accountHash. */
  readonly root: Hash256;
  /** Pages to write in the same transaction as the changes. */
  readonly pages: TreePageChange[];
}

/** What became of a node: gone, a single leaf (which moves up into its parent), or an inner node. */
type Outcome = "empty" | "leaf" | "inner";

const noChange = -1;
/** More changes than this are taken in parts, so that a caller may do other things between them. */
const changesPerStep = 2048;
/** Room for so many words is made ahead at most: a small ledger may come after a large one. */
const mostWordsExpected = 65_536;

/**
 * The hash tree over the state of the last closed ledger. It lives in the store, page by page; this holds the pages
 * used most, within a bound, and works out what a ledger's changes make of them: every changed inner node is hashed
 * once.
 *
 * Shape (source: SHAMap of the reference): an inner node has a child for each digit that the keys below it go on
 * with; a child with one key is that key's leaf, whatever its depth; the root is an inner node even with one leaf.
 */
export class StateTree {
  private readonly source: StateTreeSource;
  private readonly cache: PageCache;

  // The update under way: its pages, its leaves and the output that nodes are written to.
  private changed = new PageArena();
  /** About as many as the last update wrote: ledgers that follow one another are alike. */
  private wordsExpected = 0;
  private keys: Hash256[] = [];
  private leaves = new Int32Array(0);
  private isGone = new Uint8Array(0);
  /** Leaves that share a node's child are linked; `noChange` ends the list. */
  private next = new Int32Array(0);
  private existed: (boolean | undefined)[] = [];
  private out = new Int32Array(16_384);
  private outLength = 0;
  /** For each depth, sixteen list heads, and sixteen places of hashes in `out`. */
  private readonly heads = new Int32Array(64 * 16);
  private readonly places = new Int32Array(64 * 16);

  /** @param cacheBytes memory for pages; about 60 bytes an entry keep the whole tree */
  constructor(source: StateTreeSource, { cacheBytes = 64 << 20 }: { cacheBytes?: number } = {}) {
    this.source = source;
    this.cache = new PageCache(cacheBytes);
  }

  /** A tree over whatever the store's last ledger is. */
  static over(store: LedgerStore, options?: { cacheBytes?: number }): StateTree {
    const last = () => store.range?.last;
    const source: StateTreeSource = {
      treePage: (path) => store.treePage(path),
      has(key) {
        const ledgerIndex = last();
        return ledgerIndex !== undefined && store.entry(ledgerIndex, key) !== undefined;
      },
      firstKeyUnder(path) {
        const ledgerIndex = last();
        if (ledgerIndex === undefined) return undefined;
        const lowest = path.padEnd(64, "0");
        if (store.entry(ledgerIndex, lowest) !== undefined) return lowest;
        const key = store.successor(ledgerIndex, lowest);
        return key?.startsWith(path) ? key : undefined;
      },
    };
    return new StateTree(source, options);
  }

  /**
   * The root after these changes, each key at most once, and the pages that differ. Commit both before the next update.
   * `existed` may say whether the ledger before had the key, which saves looking.
   */
  update(changes: readonly Change<Hash256>[]): StateTreeUpdate {
    return allSteps(this.steps(changes));
  }

  /** As update, but waits for `pause` after each few milliseconds of work. */
  updateInSteps(changes: readonly Change<Hash256>[], pause: () => Promise<void>): Promise<StateTreeUpdate> {
    return stepsWithPauses(this.steps(changes), pause);
  }

  private *steps(changes: readonly Change<Hash256>[]): Generator<void, StateTreeUpdate> {
    this.begin(changes.length);
    for (const [i, { key, bytes, existed }] of changes.entries()) {
      this.keys.push(key);
      this.existed.push(existed);
      if (bytes === undefined) this.isGone[i] = 1;
      else hashStateLeaf(key, bytes, this.leaves, i * hashWords);
      if (i % changesPerStep === changesPerStep - 1) yield;
    }
    let root: Hash256 | undefined;
    for (const part of this.partsByPrefix(changes.length)) {
      root = this.updateRoot(part);
      yield;
    }
    root ??= this.rootHash(); // without changes
    const pages = this.keepPages();
    this.begin(0);
    return { root, pages };
  }

  private begin(count: number): void {
    // A new one each time: its array goes with the pages that are given out.
    this.changed = new PageArena(count === 0 ? 0 : this.wordsExpected);
    this.keys = [];
    this.existed = [];
    this.leaves = new Int32Array(count * hashWords);
    this.isGone = new Uint8Array(count);
    this.next = new Int32Array(count);
  }

  /** Lists of changes: one for all, or one for each two leading digits. Upper nodes are hashed once for each list. */
  private *partsByPrefix(count: number): Iterable<number> {
    const lists = new Int32Array(256).fill(noChange);
    for (let i = count - 1; i >= 0; i--) {
      const key = this.keys[i]!;
      const list = count <= changesPerStep ? 0 : nibbleAt(key, 0) * 16 + nibbleAt(key, 1);
      this.next[i] = lists[list]!;
      lists[list] = i;
    }
    for (const list of lists) if (list !== noChange) yield list;
  }

  private rootHash(): Hash256 {
    const page = this.page("");
    if (page === undefined) return emptyTreeRoot;
    const { words, start } = page;
    innerWords.fill(0);
    let at = start + nodeHeaderWords;
    for (let slot = 0; slot < 16; slot++) {
      const bit = 1 << slot;
      if ((childMask(words, start) & bit) === 0) continue;
      for (let i = 0; i < hashWords; i++) innerWords[slot * hashWords + i] = words[at + i]!;
      at += hashWords;
      if ((innerMask(words, start) & ~pageMask(words, start) & bit) !== 0) at += nodeLength(words, at);
    }
    const hash = new Int32Array(hashWords);
    hashInner(hash, 0);
    return wordsToHash(hash, 0);
  }

  private updateRoot(list: number): Hash256 {
    this.outLength = 0;
    this.append(hashWords); // where the root's hash goes
    const page = this.page("");
    const outcome = this.updateNode(page?.words, page?.start ?? 0, 0, list);
    if (outcome === "empty") {
      this.changed.remove("");
      return emptyTreeRoot;
    }
    this.changed.put("", this.out, hashWords, this.outLength);
    return wordsToHash(this.out, 0);
  }

  /**
   * Writes the node at `depth` after the changes in `list` to the end of `out`, and its hash into the eight words
   * before it. `old` is the page that has the node as it was, at `oldNode`; undefined where there was none.
   */
  private updateNode(old: Int32Array | undefined, oldNode: number, depth: number, list: number): Outcome {
    const level = depth * 16;
    this.splitByNibble(list, depth);
    const node = this.append(nodeHeaderWords);
    const oldChildren = old === undefined ? 0 : childMask(old, oldNode);
    const oldInner = old === undefined ? 0 : innerMask(old, oldNode);
    const oldPages = old === undefined ? 0 : pageMask(old, oldNode);
    let read = oldNode + nodeHeaderWords;
    let children = 0;
    let inner = 0;
    let pages = 0;
    for (let slot = 0; slot < 16; slot++) {
      const bit = 1 << slot;
      const head = this.heads[level + slot]!;
      const place = this.outLength;
      this.places[level + slot] = place;
      const wasThere = (oldChildren & bit) !== 0;
      const wasInner = (oldInner & bit) !== 0;
      const hadPage = (oldPages & bit) !== 0;
      let oldLength = 0;
      if (wasThere) oldLength = hashWords + (wasInner && !hadPage ? nodeLength(old!, read + hashWords) : 0);

      let outcome: Outcome;
      let hasPage = false;
      if (head === noChange) {
        if (!wasThere) continue;
        this.copy(old!, read, oldLength);
        outcome = wasInner ? "inner" : "leaf";
        hasPage = hadPage;
      } else if (!wasInner) {
        outcome = wasThere ? this.updateLeaf(old!, read, depth + 1, head) : this.addLeaves(head, depth + 1);
        if (outcome === "inner") hasPage = this.splitOffPage(place, depth + 1, head);
      } else {
        this.append(hashWords);
        const path = hadPage ? this.keys[head]!.slice(0, depth + 1) : "";
        outcome = hadPage
          ? this.updatePage(path, depth + 1, head)
          : this.updateNode(old, read + hashWords, depth + 1, head);
        if (outcome === "empty") this.outLength = place;
        else if (outcome === "leaf") this.outLength = place + hashWords;
        else hasPage = this.splitOffPage(place, depth + 1, head);
        if (hadPage && !hasPage) this.changed.remove(path);
      }
      read += oldLength;
      if (outcome === "empty") continue;
      children |= bit;
      if (outcome === "inner") inner |= bit;
      if (hasPage) pages |= bit;
    }
    if (children === 0) return "empty";
    const hash = node - hashWords;
    if (depth > 0 && inner === 0 && (children & (children - 1)) === 0) {
      // One leaf is left: it takes this node's place.
      const only = node + nodeHeaderWords;
      for (let i = 0; i < hashWords; i++) this.out[hash + i] = this.out[only + i]!;
      return "leaf";
    }
    this.out[node] = children | (inner << 16);
    this.out[node + 1] = pages;
    for (let slot = 0; slot < 16; slot++) {
      const target = slot * hashWords;
      if ((children & (1 << slot)) === 0) {
        for (let i = 0; i < hashWords; i++) innerWords[target + i] = 0;
      } else {
        const place = this.places[level + slot]!;
        for (let i = 0; i < hashWords; i++) innerWords[target + i] = this.out[place + i]!;
      }
    }
    hashInner(this.out, hash);
    return "inner";
  }

  private updatePage(path: string, depth: number, list: number): Outcome {
    const page = this.page(path);
    if (page === undefined) throw new Error(`the state tree has no page at ${path}`);
    return this.updateNode(page.words, page.start, depth, list);
  }

  /** A child that was one leaf: writes its hash, and its node if there are several leaves now. */
  private updateLeaf(old: Int32Array, oldHash: number, depth: number, list: number): Outcome {
    if (this.next[list] === noChange && this.isExistingLeaf(list)) return this.addLeaves(list, depth);
    const path = this.keys[list]!.slice(0, depth);
    const key = this.source.firstKeyUnder(path);
    if (key === undefined) throw new Error(`the state has no entry for the tree's leaf at ${path}`);
    for (let i = list; i !== noChange; i = this.next[i]!) {
      if (this.keys[i] === key) return this.addLeaves(list, depth);
    }
    return this.addLeaves(this.prependLeaf(key, old, oldHash, list), depth);
  }

  private isExistingLeaf(change: number): boolean {
    return this.existed[change] ?? this.source.has(this.keys[change]!);
  }

  /** Puts a leaf that does not change, but now shares its place with others, before a list. @returns the list */
  private prependLeaf(key: Hash256, page: Int32Array, hash: number, list: number): number {
    const index = this.keys.length;
    this.keys.push(key);
    if (index === this.next.length) {
      const size = Math.max(16, index * 2);
      this.next = grown(this.next, size);
      this.leaves = grown(this.leaves, size * hashWords);
      const gone = new Uint8Array(size);
      gone.set(this.isGone);
      this.isGone = gone;
    }
    for (let i = 0; i < hashWords; i++) this.leaves[index * hashWords + i] = page[hash + i]!;
    this.next[index] = list;
    return index;
  }

  /** A child made of the leaves in `list` alone: writes its hash, and its node if there are several. */
  private addLeaves(list: number, depth: number): Outcome {
    let only = noChange;
    let count = 0;
    for (let i = list; i !== noChange; i = this.next[i]!) {
      if (this.isGone[i] === 1) continue;
      only = i;
      count++;
    }
    if (count === 0) return "empty";
    if (count === 1) {
      this.copy(this.leaves, only * hashWords, hashWords);
      return "leaf";
    }
    this.append(hashWords);
    return this.updateNode(undefined, 0, depth, list);
  }

  /** Moves a child's node, written after its hash at `place`, to its own page if it is large. @returns whether */
  private splitOffPage(place: number, depth: number, list: number): boolean {
    const node = place + hashWords;
    if (this.outLength - node <= embeddedWords) return false;
    this.changed.put(this.keys[list]!.slice(0, depth), this.out, node, this.outLength);
    this.outLength = node;
    return true;
  }

  /** Deals a list out to the sixteen lists of this depth. */
  private splitByNibble(list: number, depth: number): void {
    const level = depth * 16;
    this.heads.fill(noChange, level, level + 16);
    for (let i = list; i !== noChange; ) {
      const following = this.next[i]!;
      const slot = level + nibbleAt(this.keys[i]!, depth);
      this.next[i] = this.heads[slot]!;
      this.heads[slot] = i;
      i = following;
    }
  }

  private append(words: number): number {
    const at = this.outLength;
    this.outLength += words;
    if (this.outLength > this.out.length) this.out = grown(this.out, this.outLength * 2);
    return at;
  }

  private copy(from: Int32Array, start: number, words: number): void {
    const at = this.append(words);
    for (let i = 0; i < words; i++) this.out[at + i] = from[start + i]!;
  }

  /** The page as the changes so far have it; good until it is put again. */
  private page(path: string): PagePlace | undefined {
    const changed = this.changed.get(path);
    if (changed !== undefined) return changed ?? undefined;
    const cached = this.cache.get(path);
    if (cached !== undefined) return cached;
    const bytes = this.source.treePage(path);
    return bytes && { words: pageFromBytes(bytes), start: 0 };
  }

  /** Keeps what the update changed for the next one. @returns it, to be stored */
  private keepPages(): TreePageChange[] {
    const { length } = this.changed;
    this.wordsExpected = Math.min(length + (length >> 2), mostWordsExpected);
    const pages: TreePageChange[] = [];
    for (const { path, words } of this.changed.pages()) {
      if (words === undefined) this.cache.delete(path);
      else this.cache.put(path, words);
      pages.push({ key: path, bytes: words && pageToBytes(words) });
    }
    return pages;
  }
}

function grown(words: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(words);
  return larger;
}
