import secp256k1 from "secp256k1/bindings.js";
import sodium from "sodium-native";
import type { KeyAlgorithm } from "../protocol/base58.ts";
import { ripemd160OfSha256 } from "../protocol/digests.ts";
import { bytesToHex, hexToBytes } from "../protocol/hex.ts";
import { remembering } from "../protocol/remembering.ts";
import type { AccountID, Hex } from "../protocol/types.ts";
import { erase, secretSha512Half } from "./secretBytes.ts";

/** `secretKey` is not enumerable: printing, spreading or serializing a key pair does not show it. */
export interface KeyPair {
  readonly algorithm: KeyAlgorithm;
  /** 33 bytes: compressed secp256k1, or ED and the 32 bytes of Ed25519. */
  readonly publicKey: Hex;
  /** 32 bytes: the secp256k1 scalar, or the Ed25519 seed. `eraseKeyPair` overwrites it. */
  readonly secretKey: Uint8Array;
}

/**
 * An account's key pair from its 16-byte seed. secp256k1 takes the root key of the family plus account number
 * 0's tweak; Ed25519 hashes the seed. The seed is left as it is: its owner erases it.
 */
export function deriveKeyPair(seed: Uint8Array, algorithm: KeyAlgorithm): KeyPair {
  if (algorithm === "ed25519") return ed25519KeyPair(secretSha512Half(seed));
  const secretKey = rootSecretKey(seed);
  const tweak = accountTweak(secp256k1.publicKeyCreate(secretKey), 0);
  secp256k1.privateKeyTweakAdd(secretKey, tweak);
  erase(tweak);
  return secp256k1KeyPair(secretKey);
}

/** A server's own key pair from its seed: the root key itself, with no account in between. */
export function deriveNodeKeyPair(seed: Uint8Array): KeyPair {
  return secp256k1KeyPair(rootSecretKey(seed));
}

/** Overwrites the secret half. The pair is useless afterwards. */
export function eraseKeyPair(keyPair: KeyPair): void {
  erase(keyPair.secretKey);
}

/** The account that a public key is the master key of: RIPEMD-160 of its SHA-256. */
export const accountIDFromPublicKey: (publicKey: Hex) => AccountID = remembering(20_000, (publicKey) =>
  ripemd160OfSha256(hexToBytes(publicKey)),
);

/** The kind of a 33-byte public key by its first byte; undefined where it is neither. */
export function publicKeyAlgorithm(publicKey: Hex): KeyAlgorithm | undefined {
  if (publicKey.length !== 66) return undefined;
  if (publicKey.startsWith("ED")) return "ed25519";
  return publicKey.startsWith("02") || publicKey.startsWith("03") ? "secp256k1" : undefined;
}

function secp256k1KeyPair(secretKey: Uint8Array): KeyPair {
  return keyPairOf("secp256k1", bytesToHex(secp256k1.publicKeyCreate(secretKey)), secretKey);
}

function ed25519KeyPair(secretKey: Uint8Array): KeyPair {
  const publicKey = new Uint8Array(32);
  const expanded = new Uint8Array(64);
  sodium.crypto_sign_seed_keypair(publicKey, expanded, secretKey);
  erase(expanded);
  return keyPairOf("ed25519", `ED${bytesToHex(publicKey)}`, secretKey);
}

function keyPairOf(algorithm: KeyAlgorithm, publicKey: Hex, secretKey: Uint8Array): KeyPair {
  const shown = { algorithm, publicKey };
  return Object.defineProperty(shown, "secretKey", { value: secretKey }) as KeyPair;
}

function rootSecretKey(seed: Uint8Array): Uint8Array {
  return firstScalar((attempt) => secretSha512Half(seed, uint32(attempt)));
}

function accountTweak(rootPublicKey: Uint8Array, accountNumber: number): Uint8Array {
  return firstScalar((attempt) => secretSha512Half(rootPublicKey, uint32(accountNumber), uint32(attempt)));
}

/** The first digest that is a valid scalar: the first one, but for one seed in 2^127. */
function firstScalar(candidate: (attempt: number) => Uint8Array): Uint8Array {
  for (let attempt = 0; attempt < 128; attempt++) {
    const scalar = candidate(attempt);
    if (secp256k1.privateKeyVerify(scalar)) return scalar;
  }
  throw new Error("No secp256k1 key can be derived from this seed");
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
