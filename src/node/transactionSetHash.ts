import { sha512Half } from "../protocol/digests.ts";
import { hashPrefix } from "../protocol/hashPrefix.ts";
import type { Hash256 } from "../protocol/types.ts";
import { zeroHash } from "../state/newEntry.ts";

/** An inner node: the prefix, then the hash of each of sixteen branches, zero where there is nothing. */
const innerBytes = 4 + 16 * 32;

/**
 * The root of the tree that holds a set of transactions, without metadata: a leaf's hash is the transaction's own.
 * It names the set, and salts the order in which the set is applied. Zero for an empty set.
 */
export function transactionSetHash(hashes: Iterable<Hash256>): Hash256 {
  const sorted = [...hashes].sort();
  return sorted.length === 0 ? zeroHash : innerHash(sorted, 0, sorted.length, 0);
}

/** The inner node over the hashes from `start` to `end`, which share their first `depth` digits. */
function innerHash(sorted: readonly Hash256[], start: number, end: number, depth: number): Hash256 {
  const node = Buffer.alloc(innerBytes);
  node.writeUInt32BE(hashPrefix.innerNode, 0);
  let from = start;
  while (from < end) {
    const digit = sorted[from]![depth]!;
    let to = from + 1;
    while (to < end && sorted[to]![depth] === digit) to++;
    const hash = to - from === 1 ? sorted[from]! : innerHash(sorted, from, to, depth + 1);
    node.write(hash, 4 + 32 * Number.parseInt(digit, 16), "hex");
    from = to;
  }
  return sha512Half(node);
}
