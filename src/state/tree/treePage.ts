import { hashWords } from "./nodeHashes.ts";

/**
 * How inner nodes of the state tree are kept. A page holds the node its path leads to, and those nodes below it that
 * are small; larger ones have pages of their own. A ledger of a million entries has 16 leaves in an average page, and
 * a page is rewritten as a whole.
 *
 * A node is words: which children there are (low half) and which of them are inner nodes (high half); which of those
 * have their own page; then for every child, in order, its hash, and after an inner child without a page that
 * child's node. Whether a child has a page depends on its size alone, so that a state has one form.
 *
 * Words lie in memory order (least significant byte first on every machine this runs on); hashes are plain bytes.
 */
export const nodeHeaderWords = 2;

/** A child node of at most so many words lies in its parent's page: that is four leaves. */
export const embeddedWords = nodeHeaderWords + 4 * hashWords;

/** Which of the sixteen branches of a node there are, a bit each. */
export const childMask = (page: Int32Array, node: number): number => page[node]! & 0xffff;
/** Which of them are inner nodes. */
export const innerMask = (page: Int32Array, node: number): number => page[node]! >>> 16;
/** Which of these lie on pages of their own. */
export const pageMask = (page: Int32Array, node: number): number => page[node + 1]!;

/** Words of the node that starts at `node`, with the nodes inside it. */
export function nodeLength(page: Int32Array, node: number): number {
  const children = childMask(page, node);
  const embedded = innerMask(page, node) & ~pageMask(page, node);
  let end = node + nodeHeaderWords;
  for (let rest = children; rest !== 0; rest &= rest - 1) {
    end += hashWords;
    if ((embedded & rest & -rest) !== 0) end += nodeLength(page, end);
  }
  return end - node;
}

/** A page as the bytes that are stored: the same memory. */
export const pageToBytes = (page: Int32Array): Uint8Array =>
  new Uint8Array(page.buffer, page.byteOffset, page.length * 4);

/** A stored page as words: the same memory where its address allows that. */
export function pageFromBytes(bytes: Uint8Array): Int32Array {
  const aligned = (bytes.byteOffset & 3) === 0 ? bytes : Uint8Array.from(bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
