import type { Hash256 } from "../../protocol/types.ts";
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
    if (this.hashes.length === 0) return emptyTreeRoot;
    const order = Int32Array.from(this.hashes.keys());
    // A tree of n leaves needs, per level on the way down, room for sixteen hashes.
    const levels = new Int32Array(65 * 16 * hashWords);
    const root = new Int32Array(hashWords);
    this.hashNode(order, 0, order.length, 0, levels, root, 0);
    return wordsToHash(root, 0);
  }

  /** Hashes the inner node at `depth` over order[start..end) into target. Reorders that part by nibble. */
  private hashNode(
    order: Int32Array,
    start: number,
    end: number,
    depth: number,
    levels: Int32Array,
    target: Int32Array,
    targetAt: number,
  ): void {
    const counts = new Int32Array(17);
    for (let i = start; i < end; i++) counts[nibbleAt(this.hashes[order[i]!]!, depth) + 1]!++;
    for (let slot = 0; slot < 16; slot++) counts[slot + 1]! += counts[slot]!;
    const part = order.slice(start, end);
    const next = counts.slice(0, 16);
    for (const index of part) {
      const slot = nibbleAt(this.hashes[index]!, depth);
      order[start + next[slot]!++] = index;
    }
    const level = depth * 16 * hashWords;
    levels.fill(0, level, level + 16 * hashWords);
    for (let slot = 0; slot < 16; slot++) {
      const from = start + counts[slot]!;
      const to = start + counts[slot + 1]!;
      const at = level + slot * hashWords;
      if (to - from === 1) {
        const leaf = order[from]! * hashWords;
        for (let i = 0; i < hashWords; i++) levels[at + i] = this.leaves[leaf + i]!;
      } else if (to > from) {
        this.hashNode(order, from, to, depth + 1, levels, levels, at);
      }
    }
    for (let i = 0; i < 16 * hashWords; i++) innerWords[i] = levels[level + i]!;
    hashInner(target, targetAt);
  }
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
