import sodium from "sodium-native";
import type { Hash256 } from "./types.ts";

const digest = Buffer.allocUnsafeSlow(64);

/** First 32 bytes of the SHA-512 of `bytes`, as uppercase hex. */
export function sha512Half(bytes: Uint8Array): Hash256 {
  sodium.crypto_hash_sha512(digest, bytes);
  return digest.toString("hex", 0, 32).toUpperCase();
}
