import sodium from "sodium-native";

const scratch = Buffer.allocUnsafeSlow(64);
const half = scratch.subarray(0, 32);

/** SHA-512Half of a message, as the 32 bytes that ECDSA signs. The same memory at each call: use it at once. */
export function messageDigest(message: Uint8Array): Uint8Array {
  sodium.crypto_hash_sha512(scratch, message);
  return half;
}
