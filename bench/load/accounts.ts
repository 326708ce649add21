import { accountIDFromPublicKey, deriveKeyPair, type KeyPair } from "../../src/crypto/keyPair.ts";
import { encodeAddress, type KeyAlgorithm } from "../../src/protocol/base58.ts";
import { sha256 } from "../../src/protocol/digests.ts";
import { bytesToHex } from "../../src/protocol/hex.ts";
import type { AccountID } from "../../src/protocol/types.ts";
import { seededRandom } from "./random.ts";

/** An account that the benchmark holds the key of. */
export interface Account {
  readonly id: AccountID;
  readonly address: string;
  readonly keyPair: KeyPair;
  /** The sequence of its next transaction. */
  sequence: number;
}

const seedOf = (text: string): Uint8Array => sha256(Buffer.from(text)).subarray(0, 16);

export function accountFromSeed(seed: Uint8Array, algorithm: KeyAlgorithm, sequence = 1): Account {
  const keyPair = deriveKeyPair(seed, algorithm);
  const id = accountIDFromPublicKey(keyPair.publicKey);
  return { id, address: encodeAddress(id), keyPair, sequence };
}

/** The benchmark's account of this number, the same in every run. Every other one has an Ed25519 key. */
export const numberedAccount = (number: number, sequence = 1): Account =>
  accountFromSeed(seedOf(`bench ${number}`), number % 2 === 0 ? "secp256k1" : "ed25519", sequence);

/** So many account ids that nobody has a key of: they only fill the ledger. */
export function fillingAccounts(count: number): AccountID[] {
  const bytes = new Uint32Array(5);
  const random = seededRandom(314_159);
  return Array.from({ length: count }, () => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = random.below(2 ** 32);
    return bytesToHex(new Uint8Array(bytes.buffer));
  });
}
