import { sha512Half } from "../protocol/digests.ts";
import { hashPrefix } from "../protocol/hashPrefix.ts";
import type { Hash256 } from "../protocol/types.ts";
import { zeroHash } from "../state/newEntry.ts";
import type { Pace } from "./pace.ts";

/** An inner node: the prefix, then the hash of each of sixteen branches, zero where there is nothing. */
const innerBytes = 4 + 16 * 32;

/**
 * The root of the tree that holds a set of transactions, without metadata: a leaf's hash is the transaction's own.
 * It names the set, and salts the order in which the set is applied. Zero for an empty set.
 */
export async function transactionSetHash(hashes: Iterable<Hash256>, pace: Pace): Promise<Hash256> {
  const branches: Hash256[][] = Array.from({ length: 16 }, () => []);
  let count = 0;
  for (const hash of hashes) {
    branches[digitAt(hash, 0)]!.push(hash);
    count++;
  }
  if (count === 0) return zeroHash;
  const root = newNode();
  for (const [digit, branch] of branches.entries()) {
    if (branch.length === 0) continue;
    branch.sort();
    writeChild(root, digit, subtreeHash(branch, 0, branch.length, 1));
    await pace.turnIfDue();
  }
  return sha512Half(root);
}

/** The hash over the hashes from `start` to `end`, in order, which share their first `depth` digits. */
function subtreeHash(sorted: readonly Hash256[], start: number, end: number, depth: number): Hash256 {
  if (end - start === 1) return sorted[start]!;
  const node = newNode();
  let from = start;
  while (from < end) {
    const digit = digitAt(sorted[from]!, depth);
    let to = from + 1;
    while (to < end && digitAt(sorted[to]!, depth) === digit) to++;
    writeChild(node, digit, subtreeHash(sorted, from, to, depth + 1));
    from = to;
  }
  return sha512Half(node);
}

function newNode(): Buffer {
  const node = Buffer.alloc(innerBytes);
  node.writeUInt32BE(hashPrefix.innerNode, 0);
  return node;
}

const writeChild = (node: Buffer, digit: number, hash: Hash256): void => {
  node.write(hash, 4 + 32 * digit, "hex");
};

/** Uppercase hexadecimal digits as numbers. */
function digitAt(hash: Hash256, place: number): number {
  const code = hash.charCodeAt(place);
  return code < 0x3a ? code - 0x30 : code - 0x37;
}
