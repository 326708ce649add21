import { sha256 } from "./digests.ts";
import { bytesToHex, hexToBytes } from "./hex.ts";
import { remembering } from "./remembering.ts";
import type { AccountID, Hex } from "./types.ts";

const alphabet = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
const valueOfLetter = new Int8Array(128).fill(-1);
for (let value = 0; value < 58; value++) valueOfLetter[alphabet.charCodeAt(value)] = value;

/** The longest text that is looked at: every token of this protocol is shorter. */
const longestText = 128;

/** `bytes` as base58 text without a checksum; each leading zero byte is the alphabet's first letter. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits: number[] = []; // least significant first
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  for (let i = zeros; i < bytes.length; i++) {
    let carry = bytes[i]!;
    for (let j = 0; j < digits.length; j++) {
      carry += digits[j]! << 8;
      digits[j] = carry % 58;
      carry = (carry / 58) | 0;
    }
    for (; carry > 0; carry = (carry / 58) | 0) digits.push(carry % 58);
  }
  let text = alphabet[0]!.repeat(zeros);
  for (let j = digits.length - 1; j >= 0; j--) text += alphabet[digits[j]!];
  return text;
}

/** The bytes that base58 text without a checksum spells, or undefined where it is not base58 or too long. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length > longestText) return undefined;
  const bytes: number[] = []; // least significant first
  let zeros = 0;
  while (zeros < text.length && text[zeros] === alphabet[0]) zeros++;
  for (let i = zeros; i < text.length; i++) {
    let carry = valueOfLetter[text.charCodeAt(i)] ?? -1;
    if (carry < 0) return undefined;
    for (let j = 0; j < bytes.length; j++) {
      carry += bytes[j]! * 58;
      bytes[j] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const result = new Uint8Array(zeros + bytes.length);
  for (let j = 0; j < bytes.length; j++) result[zeros + j] = bytes[bytes.length - 1 - j]!;
  return result;
}

/** Base58 of `prefix`, `payload` and four bytes of double SHA-256. */
export function encodeChecked(prefix: readonly number[], payload: Uint8Array): string {
  const length = prefix.length + payload.length;
  const bytes = new Uint8Array(length + 4);
  bytes.set(prefix);
  bytes.set(payload, prefix.length);
  bytes.set(sha256(sha256(bytes.subarray(0, length))).subarray(0, 4), length);
  return encodeBase58(bytes);
}

/** What stands between `prefix` and the checksum; undefined where any of them or the length is wrong. */
export function decodeChecked(
  text: string,
  prefix: readonly number[],
  payloadLength: number,
): Uint8Array | undefined {
  const bytes = decodeBase58(text);
  const length = prefix.length + payloadLength;
  if (bytes === undefined || bytes.length !== length + 4) return undefined;
  if (!prefix.every((byte, i) => bytes[i] === byte)) return undefined;
  const checksum = sha256(sha256(bytes.subarray(0, length)));
  for (let i = 0; i < 4; i++) if (bytes[length + i] !== checksum[i]) return undefined;
  return bytes.slice(prefix.length, length);
}

// First bytes of each kind of token. Source: tokens.h of the reference; the ed25519 seed is ripple-lib's.
const accountIDPrefix = [0];
const accountPublicPrefix = [35];
const nodePublicPrefix = [28];
const nodePrivatePrefix = [32];
const familySeedPrefix = [33];
const ed25519SeedPrefix = [0x01, 0xe1, 0x4b];

/** The classic address (`r…`) of an account id. */
export const encodeAddress: (account: AccountID) => string = remembering(50_000, (account) =>
  encodeChecked(accountIDPrefix, hexToBytes(account)),
);

const decodeKnownAddress = remembering(50_000, (text) => {
  const bytes = decodeChecked(text, accountIDPrefix, 20);
  return bytes === undefined ? "" : bytesToHex(bytes);
});

/** The account id that a classic address names, or undefined where it is not one. */
export function decodeAddress(text: string): AccountID | undefined {
  // 35 letters are the most that 25 bytes take; longer text would only fill the memory of answers
  if (text.length > 35) return undefined;
  return decodeKnownAddress(text) || undefined;
}

export type KeyAlgorithm = "secp256k1" | "ed25519";

/**
 * A seed as text: `s…` for both algorithms, as the reference prints it, unless `algorithm` is "ed25519", which gives
 * the client libraries' `sEd…` form that carries the algorithm.
 * @param seed 16 bytes
 */
export function encodeSeed(seed: Uint8Array, algorithm: KeyAlgorithm = "secp256k1"): string {
  if (seed.length !== 16) throw new RangeError("a seed has 16 bytes");
  return encodeChecked(algorithm === "ed25519" ? ed25519SeedPrefix : familySeedPrefix, seed);
}

/** The 16 bytes of a base58 seed. `algorithm` is "ed25519" for the `sEd…` form only; undefined where it is no seed. */
export function decodeSeed(text: string): { bytes: Uint8Array; algorithm: KeyAlgorithm } | undefined {
  const family = decodeChecked(text, familySeedPrefix, 16);
  if (family !== undefined) return { bytes: family, algorithm: "secp256k1" };
  const edwards = decodeChecked(text, ed25519SeedPrefix, 16);
  return edwards === undefined ? undefined : { bytes: edwards, algorithm: "ed25519" };
}

/** A 33-byte account public key as base58 (`a…`). */
export const encodeAccountPublicKey = (publicKey: Hex): string =>
  encodeChecked(accountPublicPrefix, hexToBytes(publicKey));

const asKey = (bytes: Uint8Array | undefined): Hex | undefined =>
  bytes === undefined ? undefined : bytesToHex(bytes);

/** The 33-byte account public key that `a…` text spells, whether or not it lies on its curve. */
export const decodeAccountPublicKey = (text: string): Hex | undefined =>
  asKey(decodeChecked(text, accountPublicPrefix, 33));

/** A 33-byte node public key as base58 (`n…`). */
export const encodeNodePublicKey = (publicKey: Hex): string =>
  encodeChecked(nodePublicPrefix, hexToBytes(publicKey));

/** The 33-byte node public key that `n…` text spells. */
export const decodeNodePublicKey = (text: string): Hex | undefined =>
  asKey(decodeChecked(text, nodePublicPrefix, 33));

/** A 32-byte node secret key as base58 (`p…`). */
export const encodeNodeSecretKey = (secretKey: Uint8Array): string =>
  encodeChecked(nodePrivatePrefix, secretKey);
