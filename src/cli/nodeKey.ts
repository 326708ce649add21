import { randomFillSync } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveNodeKeyPair, eraseKeyPair } from "../crypto/keyPair.ts";
import { erase } from "../crypto/secretBytes.ts";
import { parseFamilySeed } from "../crypto/seed.ts";
import { encodeSeed } from "../protocol/base58.ts";
import type { Hex } from "../protocol/types.ts";
import { ConfigurationError } from "./configurationError.ts";

/**
 * The public key that this server is known by. Its seed is made once and kept in the data folder, readable by the
 * owner only; without a folder each start has another one.
 */
export function nodePublicKey(dataFolder: string | undefined): Hex {
  const seed =
    dataFolder === undefined ? randomFillSync(new Uint8Array(16)) : keptSeed(join(dataFolder, "node.seed"));
  const keyPair = deriveNodeKeyPair(seed);
  erase(seed);
  eraseKeyPair(keyPair);
  return keyPair.publicKey;
}

function keptSeed(path: string): Uint8Array {
  if (!existsSync(path)) {
    const made = randomFillSync(new Uint8Array(16));
    writeFileSync(path, `${encodeSeed(made)}\n`, { mode: 0o600, flag: "wx" });
    return made;
  }
  const seed = parseFamilySeed(readFileSync(path, "utf8").trim());
  if (seed === undefined)
    throw new ConfigurationError(`${path} holds no seed; remove it to have another one made`);
  return seed;
}
