import type { KeyAlgorithm } from "../protocol/base58.ts";
import { deriveKeyPair, type KeyPair } from "./keyPair.ts";
import { erase } from "./secretBytes.ts";
import { parseEd25519Seed, parseFamilySeed, parseGenericSeed, parseHexSeed } from "./seed.ts";

/** How a request may name the key that is to sign. Values as they came: nothing is checked yet. */
export interface RequestSecrets {
  readonly secret?: unknown;
  readonly key_type?: unknown;
  readonly seed?: unknown;
  readonly seed_hex?: unknown;
  readonly passphrase?: unknown;
}

/** Why no key could be made. `token` names the entry of the command's error table; no secret is in `message`. */
export class SecretError extends Error {
  readonly token: "invalidParams" | "badSeed" | "badKeyType";

  constructor(token: SecretError["token"], message: string) {
    super(message);
    this.name = "SecretError";
    this.token = token;
  }
}

/**
 * The key pair that a signing request names: `secret` alone, or `key_type` with one of `seed`, `seed_hex` and
 * `passphrase`. An `sEd…` seed makes Ed25519 keys. The caller erases the pair once it has signed.
 * @throws SecretError
 */
export function keyPairFromRequest(request: RequestSecrets): KeyPair {
  const { seed, algorithm } = seedFromSigningRequest(request);
  const keyPair = deriveKeyPair(seed, algorithm);
  erase(seed);
  return keyPair;
}

/**
 * The seed and algorithm that wallet_propose is asked for, or undefined where nothing names a seed. Its rules
 * are near those of signing, not the same: no `secret`, and other errors.
 * @throws SecretError
 */
export function seedFromProposal(request: RequestSecrets): {
  seed: Uint8Array | undefined;
  algorithm: KeyAlgorithm;
  /** The seed was spelled `sEd…`. */
  isEd25519Seed: boolean;
} {
  let algorithm: KeyAlgorithm | undefined;
  if (request.key_type !== undefined) {
    if (typeof request.key_type !== "string") throw expectedString("key_type");
    algorithm = algorithmNamed(request.key_type);
    if (algorithm === undefined) throw new SecretError("invalidParams", "Invalid parameters.");
  }
  const spelled = request.passphrase !== undefined ? request.passphrase : request.seed;
  const edSeed = typeof spelled === "string" ? parseEd25519Seed(spelled) : undefined;
  if (edSeed !== undefined) {
    if (algorithm === "secp256k1") throw new SecretError("badSeed", "Disallowed seed.");
    return { seed: edSeed, algorithm: "ed25519", isEd25519Seed: true };
  }
  const namesSeed = seedFields.some((field) => request[field] !== undefined);
  return {
    seed: namesSeed ? seedFromFields(request) : undefined,
    algorithm: algorithm ?? "secp256k1",
    isEd25519Seed: false,
  };
}

const secretFields = ["passphrase", "secret", "seed", "seed_hex"] as const;
const seedFields = ["passphrase", "seed", "seed_hex"] as const;

function seedFromSigningRequest(request: RequestSecrets): { seed: Uint8Array; algorithm: KeyAlgorithm } {
  const given = secretFields.filter((field) => request[field] !== undefined);
  const field = given[0];
  if (field === undefined) throw new SecretError("invalidParams", "Missing field 'secret'.");
  if (given.length > 1) throw exactlyOne("passphrase, secret, seed or seed_hex");
  const algorithm = requestedAlgorithm(request, field);
  const value = request[field];

  const edSeed = field !== "seed_hex" && typeof value === "string" ? parseEd25519Seed(value) : undefined;
  if (edSeed !== undefined) {
    if (algorithm === "secp256k1") {
      throw new SecretError("badSeed", "Specified seed is for an Ed25519 wallet.");
    }
    return { seed: edSeed, algorithm: "ed25519" };
  }
  if (algorithm !== undefined) return { seed: seedFromFields(request), algorithm };

  // Without key_type only `secret` counts, even where another field brought the secret.
  if (typeof request.secret !== "string") throw expectedString("secret");
  const seed = parseGenericSeed(request.secret);
  if (seed === undefined) throw new SecretError("badSeed", "Invalid field 'secret'.");
  return { seed, algorithm: "secp256k1" };
}

function requestedAlgorithm(request: RequestSecrets, field: string): KeyAlgorithm | undefined {
  if (request.key_type === undefined) return undefined;
  if (typeof request.key_type !== "string") throw expectedString("key_type");
  const algorithm = algorithmNamed(request.key_type);
  if (algorithm === undefined) throw new SecretError("badKeyType", "Invalid field 'key_type'.");
  if (field === "secret") {
    throw new SecretError("invalidParams", "The secret field is not allowed if key_type is used.");
  }
  return algorithm;
}

/** The seed in whichever one of `passphrase`, `seed` and `seed_hex` is there. */
function seedFromFields(request: RequestSecrets): Uint8Array {
  const given = seedFields.filter((field) => request[field] !== undefined);
  const field = given[0];
  if (field === undefined || given.length > 1) throw exactlyOne("passphrase, seed or seed_hex");
  const value = request[field];
  if (typeof value !== "string") throw expectedString(field);
  const seed = seedParsers[field](value);
  if (seed === undefined) throw new SecretError("badSeed", "Disallowed seed.");
  return seed;
}

const seedParsers = { passphrase: parseGenericSeed, seed: parseFamilySeed, seed_hex: parseHexSeed };

function algorithmNamed(name: string): KeyAlgorithm | undefined {
  return name === "secp256k1" || name === "ed25519" ? name : undefined;
}

function expectedString(field: string): SecretError {
  return new SecretError("invalidParams", `Invalid field '${field}', not string.`);
}

function exactlyOne(fields: string): SecretError {
  return new SecretError("invalidParams", `Exactly one of the following must be specified: ${fields}`);
}
