import { encodeSeed } from "../protocol/base58.ts";
import { bytesToHex } from "../protocol/hex.ts";
import { deriveKeyPair, type KeyPair } from "./keyPair.ts";
import { type RequestSecrets, seedFromProposal } from "./requestSecrets.ts";
import { seedToWords } from "./rfc1751.ts";
import { randomSeed } from "./seed.ts";

/** A new seed and its keys, for wallet_propose. */
export interface WalletProposal {
  /** The caller erases it. */
  readonly seed: Uint8Array;
  readonly keyPair: KeyPair;
  /** What wallet_propose says about a seed that was made from a passphrase. */
  readonly warning?: string;
}

/**
 * A seed and its keys: from what the request names, or random.
 * @throws SecretError
 */
export function proposeWallet(request: RequestSecrets): WalletProposal {
  const { seed = randomSeed(), algorithm, isEd25519Seed } = seedFromProposal(request);
  const keyPair = deriveKeyPair(seed, algorithm);
  const { passphrase } = request;
  if (isEd25519Seed || typeof passphrase !== "string" || isSpellingOf(seed, passphrase))
    return { seed, keyPair };
  return { seed, keyPair, warning: passphraseWarning(passphrase) };
}

/** The passphrase is only the seed in one of its own spellings: nothing was hashed. */
function isSpellingOf(seed: Uint8Array, text: string): boolean {
  return text === seedToWords(seed) || text === encodeSeed(seed) || text === bytesToHex(seed);
}

function passphraseWarning(passphrase: string): string {
  return estimateEntropy(passphrase) < 80
    ? "This wallet was generated using a user-supplied passphrase that has low entropy and is vulnerable to brute-force attacks."
    : "This wallet was generated using a user-supplied passphrase. It may be vulnerable to brute-force attacks.";
}

/** Bits of Shannon entropy, by how often each byte occurs; rounded down. */
function estimateEntropy(text: string): number {
  const bytes = Buffer.from(text, "utf8");
  const counts = new Map<number, number>();
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum += (count / bytes.length) * Math.log2(count / bytes.length);
  return Math.floor(-sum * bytes.length);
}
