import { createHash } from "node:crypto";
import sodium from "sodium-native";
import { bytesToHex } from "./hex.ts";
import type { Hash256, Hex } from "./types.ts";

const digest512 = Buffer.allocUnsafeSlow(64);
let scratch = Buffer.allocUnsafeSlow(4096);

function withRoom(length: number): Buffer {
  if (scratch.length < length) scratch = Buffer.allocUnsafeSlow(length * 2);
  return scratch;
}

/** First 32 bytes of the SHA-512 of `bytes`, as uppercase hex. */
export function sha512Half(bytes: Uint8Array): Hash256 {
  sodium.crypto_hash_sha512(digest512, bytes);
  return bytesToHex(digest512, 0, 32);
}

/** As {@link sha512Half}, written into `target` at `offset`: for trees, which hash hashes. */
export function sha512HalfInto(bytes: Uint8Array, target: Uint8Array, offset = 0): void {
  sodium.crypto_hash_sha512(digest512, bytes);
  for (let i = 0; i < 32; i++) target[offset + i] = digest512[i]!;
}

/**
 * SHA-512Half of a hash prefix, `bytes`, and the optional `tail`: transactions, tree leaves, signing data.
 * @param prefix one of `hashPrefix`, four bytes
 */
export function prefixedSha512Half(prefix: number, bytes: Uint8Array, tail?: Uint8Array): Hash256 {
  const length = 4 + bytes.length + (tail?.length ?? 0);
  const message = withRoom(length);
  message.writeUInt32BE(prefix, 0);
  message.set(bytes, 4);
  if (tail !== undefined) message.set(tail, 4 + bytes.length);
  return sha512Half(message.subarray(0, length));
}

/** SHA-256, 32 bytes, in an array of its own. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  sodium.crypto_hash_sha256(digest, bytes);
  return digest;
}

/** RIPEMD-160 of the SHA-256, as uppercase hex: how a public key becomes an account id. */
export function ripemd160OfSha256(bytes: Uint8Array): Hex {
  return createHash("ripemd160").update(sha256(bytes)).digest("hex").toUpperCase();
}
