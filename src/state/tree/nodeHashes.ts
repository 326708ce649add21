import sodium from "sodium-native";
import { hashPrefix } from "../../protocol/hashPrefix.ts";
import { writeHex } from "../../protocol/hex.ts";
import type { Hash256 } from "../../protocol/types.ts";

/**
 * Hashes of tree nodes, handled as eight 32-bit words inside an Int32Array: trees move hashes about far more often
 * than they look at them, and words are copied without making an object for each. The words are the digest's bytes
 * as they lie in memory.
 */
export const hashWords = 8;

const digest = new Int32Array(16);
const digestBytes = Buffer.from(digest.buffer);

/** The prefix and sixteen child hashes. */
const inner = new Int32Array(1 + 16 * hashWords);
const innerBytes = Buffer.from(inner.buffer);
innerBytes.writeUInt32BE(hashPrefix.innerNode, 0);

let leaf = Buffer.allocUnsafeSlow(4096);
/** The start of `leaf`, by length: making a view costs a tenth of hashing it. */
let leafStarts: Uint8Array[] = [];

/** Where the hash of child `slot` goes before hashInner is called. */
export const innerWords = inner.subarray(1);

/** Writes the hash of the inner node whose children's hashes are in `innerWords` (zeros: no child). */
export function hashInner(target: Int32Array, at: number): void {
  sodium.crypto_hash_sha512(digestBytes, innerBytes);
  for (let i = 0; i < hashWords; i++) target[at + i] = digest[i]!;
}

function hashLeaf(length: number, target: Int32Array, at: number): void {
  leafStarts[length] ??= leaf.subarray(0, length);
  sodium.crypto_hash_sha512(digestBytes, leafStarts[length]!);
  for (let i = 0; i < hashWords; i++) target[at + i] = digest[i]!;
}

function makeRoom(length: number): void {
  if (leaf.length >= length) return;
  leaf = Buffer.allocUnsafeSlow(length * 2);
  leafStarts = [];
}

/** Hash of a ledger entry with its key. */
export function hashStateLeaf(key: Hash256, entry: Uint8Array, target: Int32Array, at: number): void {
  const length = 4 + entry.length + 32;
  makeRoom(length);
  leaf.writeUInt32BE(hashPrefix.stateLeaf, 0);
  leaf.set(entry, 4);
  writeHex(key, leaf, 4 + entry.length);
  hashLeaf(length, target, at);
}

/** Hash of a transaction with its metadata, both with their lengths before them, and the transaction's hash. */
export function hashTransactionLeaf(
  hash: Hash256,
  blob: Uint8Array,
  metadata: Uint8Array,
  target: Int32Array,
  at: number,
): void {
  makeRoom(4 + 3 + blob.length + 3 + metadata.length + 32);
  leaf.writeUInt32BE(hashPrefix.transactionWithMetadata, 0);
  let end = writeWithLength(blob, 4);
  end = writeWithLength(metadata, end);
  writeHex(hash, leaf, end);
  hashLeaf(end + 32, target, at);
}

/** The wire's variable-length form: one to three length bytes, then the bytes. @returns the end */
function writeWithLength(bytes: Uint8Array, start: number): number {
  const length = bytes.length;
  let at = start;
  if (length <= 192) {
    leaf[at++] = length;
  } else if (length <= 12_480) {
    leaf[at++] = 193 + ((length - 193) >> 8);
    leaf[at++] = (length - 193) & 0xff;
  } else if (length <= 918_744) {
    leaf[at++] = 241 + ((length - 12_481) >> 16);
    leaf[at++] = ((length - 12_481) >> 8) & 0xff;
    leaf[at++] = (length - 12_481) & 0xff;
  } else {
    throw new RangeError(`${length} bytes are more than the wire's length can say`);
  }
  leaf.set(bytes, at);
  return at + length;
}

/** A hash in words as text. */
export function wordsToHash(words: Int32Array, at: number): Hash256 {
  return Buffer.from(words.buffer, words.byteOffset + at * 4, 32)
    .toString("hex")
    .toUpperCase();
}

/** The digit at place `depth` of a key: which child leads to it. */
export function nibbleAt(key: string, depth: number): number {
  const code = key.charCodeAt(depth);
  return code < 58 ? code - 48 : code - 55;
}
