import { deriveNodeKeyPair, eraseKeyPair } from "../crypto/keyPair.ts";
import { seedToWords } from "../crypto/rfc1751.ts";
import { erase } from "../crypto/secretBytes.ts";
import { parseGenericSeed, randomSeed } from "../crypto/seed.ts";
import { encodeNodePublicKey, encodeNodeSecretKey, encodeSeed } from "../protocol/base58.ts";
import { defineCommand, optional } from "./command.ts";
import { text } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";

/** Makes a validator's key pair, random or from a seed. */
export const validationCreate = defineCommand({
  name: "validation_create",
  summary: "Makes a validator's key pair.",
  permission: "admin",
  request: { secret: optional(text) },

  handle({ secret }) {
    const seed = secret === undefined ? randomSeed() : parseGenericSeed(secret);
    if (seed === undefined) throw new RpcError("badSeed");
    const keyPair = deriveNodeKeyPair(seed);
    const reply = {
      validation_public_key: encodeNodePublicKey(keyPair.publicKey),
      validation_private_key: encodeNodeSecretKey(keyPair.secretKey),
      validation_seed: encodeSeed(seed),
      validation_key: seedToWords(seed),
    };
    eraseKeyPair(keyPair);
    erase(seed);
    return reply;
  },
});
