import { randomFillSync } from "node:crypto";
import { decodeBase58 } from "../protocol/base58.ts";
import { sha256 } from "../protocol/digests.ts";
import { hexToBytes, isHex } from "../protocol/hex.ts";
import { seedFromWords } from "./rfc1751.ts";
import { erase, secretSha512Half } from "./secretBytes.ts";

const seedLength = 16;
const familySeedPrefix = [33];
/** ripple-lib's own spelling of an Ed25519 seed, `sEd…`: the reference reads it and never writes it. */
const ed25519SeedPrefix = [0x01, 0xe1, 0x4b];

/**
 * Base58 texts that are no seeds, and that a user may paste by mistake: without this rule they would be taken
 * for passphrases. First byte and length of what follows it.
 */
const otherTokens = [
  { prefix: [0], length: 20 }, // account id
  { prefix: [28], length: 33 }, // node public key
  { prefix: [32], length: 32 }, // node secret key
  { prefix: [34], length: 32 }, // account secret key
  { prefix: [35], length: 33 }, // account public key
];

/** 16 random bytes. */
export function randomSeed(): Uint8Array {
  return randomFillSync(new Uint8Array(seedLength));
}

/** The seed that the reference makes of a passphrase: the first half of the SHA-512Half of its UTF-8 bytes. */
export function seedFromPassphrase(passphrase: string): Uint8Array {
  const bytes = Buffer.from(passphrase, "utf8");
  const digest = secretSha512Half(bytes);
  const seed = digest.slice(0, seedLength);
  erase(bytes, digest);
  return seed;
}

/** The seed in the protocol's base58 form `s…`. `sEd…` is another form: see {@link parseEd25519Seed}. */
export function parseFamilySeed(text: string): Uint8Array | undefined {
  return payloadOf(checkedBase58(text), familySeedPrefix, seedLength);
}

/** The seed in the client libraries' form `sEd…`, which says that its keys are Ed25519. */
export function parseEd25519Seed(text: string): Uint8Array | undefined {
  return payloadOf(checkedBase58(text), ed25519SeedPrefix, seedLength);
}

/** The seed as 32 hexadecimal digits of either case. A lone "0" is all zeros, as it is for every hash there. */
export function parseHexSeed(text: string): Uint8Array | undefined {
  if (text === "0") return new Uint8Array(seedLength);
  return isHex(text, seedLength) ? Uint8Array.from(hexToBytes(text)) : undefined;
}

/**
 * The seed that any text stands for, in the reference's order: hexadecimal, base58, RFC 1751 words, and else
 * the text is a passphrase. Undefined for no text, and for an address or a key in base58: surely a mistake.
 */
export function parseGenericSeed(text: string): Uint8Array | undefined {
  if (text === "") return undefined;
  const token = checkedBase58(text);
  if (otherTokens.some(({ prefix, length }) => payloadOf(token, prefix, length) !== undefined))
    return undefined;
  return (
    parseHexSeed(text) ??
    payloadOf(token, familySeedPrefix, seedLength) ??
    seedFromWords(text) ??
    seedFromPassphrase(text)
  );
}

/**
 * What base58 text spells before its checksum, where that holds. protocol/base58 remembers what it was asked,
 * right or wrong, and a secret is not to be remembered.
 */
function checkedBase58(text: string): Uint8Array | undefined {
  const bytes = decodeBase58(text);
  if (bytes === undefined || bytes.length < 6) return undefined;
  const content = bytes.subarray(0, -4);
  const checksum = sha256(sha256(content));
  return bytes.subarray(-4).every((byte, i) => byte === checksum[i]) ? content : undefined;
}

function payloadOf(
  token: Uint8Array | undefined,
  prefix: readonly number[],
  length: number,
): Uint8Array | undefined {
  if (token === undefined || token.length !== prefix.length + length) return undefined;
  return prefix.every((byte, i) => token[i] === byte) ? token.slice(prefix.length) : undefined;
}
