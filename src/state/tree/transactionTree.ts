import type { Hash256 } from "../../protocol/types.ts";
import { allSteps, stepsWithPauses } from "../steps.ts";
import {
  hashInner,
  hashTransactionLeaf,
  hashWords,
  innerWords,
  nibbleAt,
  wordsToHash,
} from "./nodeHashes.ts";

/** The root of a tree with nothing in it. */
export const emptyTreeRoot: Hash256 = "0".repeat(64);

/**
 * The tree over one ledger's transactions. Made anew for every ledger: leaves are hashed as they are added, inner
 * nodes when the root is asked for.
 */
export class TransactionTree {
  private readonly hashes: Hash256[] = [];
  /** Leaf hashes, in the order of `hashes`. */
  private leaves = new Int32Array(64 * hashWords);

  /** Adds a transaction; each hash once. */
  add(hash: Hash256, blob: Uint8Array, metadata: Uint8Array): void {
    const at = this.hashes.length * hashWords;
    if (at === this.leaves.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.leaves);
      this.leaves = grown;
    }
    hashTransactionLeaf(hash, blob, metadata, this.leaves, at);
    this.hashes.push(hash);
  }

  /** The header's transactionHash: zeros without transactions. */
  root(): Hash256 {
    return allSteps(this.steps());
  }

  /** As root, but waits for `pause` after each sixteenth of the work. */
  rootInSteps(pause: () => Promise<void>): Promise<Hash256> {
    return stepsWithPauses(this.steps(), pause);
  }

  private *steps(): Generator<void, Hash256> {
    if (this.hashes.length === 0) return emptyTreeRoot;
    const order = Int32Array.from(this.hashes.keys());
    // A tree of n leaves needs, per level on the way down, room for sixteen hashes.
    const levels = new Int32Array(65 * 16 * hashWords);
    const counts = this.partition(order, 0, order.length, 0);
    for (let slot = 0; slot < 16; slot++) {
      this.hashChild(order, counts[slot]!, counts[slot + 1]!, 1, levels, slot * hashWords);
      yield;
    }
    const root = new Int32Array(hashWords);
    hashLevel(levels, 0, root, 0);
    return wordsToHash(root, 0);
  }

  /** Reorders order[start..end) by the digit at `depth`; returns where each digit's part begins, and the end. */
  private partition(order: Int32Array, start: number, end: number, depth: number): Int32Array {
    const bounds = new Int32Array(17);
    for (let i = start; i < end; i++) bounds[nibbleAt(this.hashes[order[i]!]!, depth) + 1]!++;
    bounds[0] = start;
    for (let slot = 0; slot < 16; slot++) bounds[slot + 1]! += bounds[slot]!;
    const part = order.slice(start, end);
    const next = bounds.slice(0, 16);
    for (const index of part) {
      const slot = nibbleAt(this.hashes[index]!, depth);
      order[next[slot]!++] = index;
    }
    return bounds;
  }

  /**
   * Writes the hash of what lies below a child, order[start..end), which share their first `depth` digits, to
   * levels[target...]: zeros, a leaf's, or an inner node's.
   */
  private hashChild(
    order: Int32Array,
    start: number,
    end: number,
    depth: number,
    levels: Int32Array,
    target: number,
  ): void {
    if (end === start) {
      levels.fill(0, target, target + hashWords);
    } else if (end - start === 1) {
      const leaf = order[start]! * hashWords;
      for (let i = 0; i < hashWords; i++) levels[target + i] = this.leaves[leaf + i]!;
    } else {
      const bounds = this.partition(order, start, end, depth);
      const level = depth * 16 * hashWords;
      for (let slot = 0; slot < 16; slot++) {
        const at = level + slot * hashWords;
        this.hashChild(order, bounds[slot]!, bounds[slot + 1]!, depth + 1, levels, at);
      }
      hashLevel(levels, depth, levels, target);
    }
  }
}

/** Hashes the inner node over the sixteen hashes of a level into target. */
function hashLevel(levels: Int32Array, depth: number, target: Int32Array, targetAt: number): void {
  const level = depth * 16 * hashWords;
  for (let i = 0; i < 16 * hashWords; i++) innerWords[i] = levels[level + i]!;
  hashInner(target, targetAt);
}

/** The transactionHash of a ledger with these transactions, in any order. */
export function transactionTreeRoot(
  transactions: Iterable<{
    readonly hash: Hash256;
    readonly blob: Uint8Array;
    readonly metadata: Uint8Array;
  }>,
): Hash256 {
  const tree = new TransactionTree();
  for (const { hash, blob, metadata } of transactions) tree.add(hash, blob, metadata);
  return tree.root();
}
