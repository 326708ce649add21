import { createHash, timingSafeEqual } from "node:crypto";
import { deriveKeyPair, eraseKeyPair, type KeyPair } from "../../crypto/keyPair.ts";
import { erase } from "../../crypto/secretBytes.ts";
import { parseEd25519Seed, parseFamilySeed } from "../../crypto/seed.ts";
import { type SignedBlob, signTransaction } from "../../crypto/signTransaction.ts";
import type { Transaction } from "../../engine/transaction.ts";
import { decodeAddress, type KeyAlgorithm } from "../../protocol/base58.ts";
import type { AccountID, Hex } from "../../protocol/types.ts";

/** An account that the server signs for, as it is configured. */
export interface SigningAccount {
  readonly address: string;
  /** The account's seed, or its regular key's: `s…` or `sEd…`. */
  readonly seed: string;
  /** Default: what the seed's spelling says. */
  readonly keyType?: KeyAlgorithm | undefined;
  /** Whoever shows it may have things signed. Undefined: nobody may but the server itself. */
  readonly token?: string | undefined;
}

/** A configured account that cannot be signed for. The message never holds what was configured as a secret. */
export class SigningAccountError extends Error {
  override readonly name = "SigningAccountError";
}

/** Tokens are guessed at from outside: short ones are refused. */
const shortestToken = 16;

interface Holder {
  readonly keyPair: KeyPair;
  readonly tokenDigest: Buffer | undefined;
}

/**
 * The one place that holds keys. Keys go in once, at the start, and never come out; seeds and tokens are not kept.
 */
export class SigningService {
  private readonly holders = new Map<AccountID, Holder>();

  /** @throws SigningAccountError naming the account */
  constructor(accounts: readonly SigningAccount[]) {
    for (const { address, seed, keyType, token } of accounts) {
      const account = decodeAddress(address);
      if (account === undefined) throw new SigningAccountError("a signing account's address is malformed");
      if (this.holders.has(account)) throw new SigningAccountError(`${address} is configured twice`);
      if (token !== undefined && token.length < shortestToken) {
        throw new SigningAccountError(`${address}: a token has at least ${shortestToken} characters`);
      }
      this.holders.set(account, {
        keyPair: keyPairOf(address, seed, keyType),
        tokenDigest: token === undefined ? undefined : digestOf(token),
      });
    }
  }

  /** Whether the server signs for this account when asked by the bearer of its token. */
  offers(account: AccountID): boolean {
    return this.holders.get(account)?.tokenDigest !== undefined;
  }

  /** Whether an `Authorization` header shows the account's token. Takes as long for a wrong one as for a right one. */
  isBearer(account: AccountID, authorization: string | undefined): boolean {
    const expected = this.holders.get(account)?.tokenDigest;
    const shown = /^Bearer +(.+)$/i.exec(authorization ?? "")?.[1];
    return expected !== undefined && shown !== undefined && timingSafeEqual(digestOf(shown), expected);
  }

  /** The key that signs for the account; undefined where there is none. */
  publicKey(account: AccountID): Hex | undefined {
    return this.holders.get(account)?.keyPair.publicKey;
  }

  /** Signs for the transaction's sender, whose key must be here. Whether the caller may is asked before. */
  sign(tx: Transaction): SignedBlob<Transaction> {
    const holder = this.holders.get(tx.Account);
    if (holder === undefined) throw new Error("there is no key for this account");
    return signTransaction(tx, holder.keyPair);
  }

  /** Overwrites the keys. */
  close(): void {
    for (const { keyPair } of this.holders.values()) eraseKeyPair(keyPair);
    this.holders.clear();
  }
}

function keyPairOf(address: string, seed: string, keyType: KeyAlgorithm | undefined): KeyPair {
  const ed25519 = parseEd25519Seed(seed);
  const bytes = ed25519 ?? parseFamilySeed(seed);
  if (bytes === undefined) throw new SigningAccountError(`${address}: the seed is malformed`);
  if (ed25519 !== undefined && keyType === "secp256k1") {
    erase(bytes);
    throw new SigningAccountError(`${address}: the seed is an ed25519 one`);
  }
  const keyPair = deriveKeyPair(bytes, keyType ?? (ed25519 === undefined ? "secp256k1" : "ed25519"));
  erase(bytes);
  return keyPair;
}

const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest();
