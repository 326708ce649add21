import sodium from "sodium-native";

/** Overwrites secret bytes that are no longer needed. Strings cannot be erased: keep secrets in bytes. */
export function erase(...secrets: Uint8Array[]): void {
  for (const secret of secrets) if (secret.length > 0) sodium.sodium_memzero(secret);
}

/**
 * First 32 bytes of the SHA-512 of what `parts` hold, as bytes of their own. For secrets: nothing passes
 * through text, and what is copied on the way is erased.
 */
export function secretSha512Half(...parts: Uint8Array[]): Uint8Array {
  const input = Buffer.concat(parts);
  const digest = new Uint8Array(64);
  sodium.crypto_hash_sha512(digest, input);
  const half = digest.slice(0, 32);
  erase(input, digest);
  return half;
}
