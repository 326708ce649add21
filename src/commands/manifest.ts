import { publicKeyAlgorithm } from "../crypto/keyPair.ts";
import { decodeNodePublicKey } from "../protocol/base58.ts";
import { defineCommand, required } from "./command.ts";
import { text } from "./kinds.ts";
import { maskWords } from "./maskSecrets.ts";
import { RpcError } from "./rpcErrors.ts";

/** A validator's manifest. This server keeps none: the reply is what it is for a key without one. */
export const manifest = defineCommand({
  name: "manifest",
  summary: "The manifest of a validator's key.",
  request: { public_key: required(text) },

  handle({ public_key: requested }) {
    const key = decodeNodePublicKey(requested);
    if (key === undefined || publicKeyAlgorithm(key) === undefined) {
      throw new RpcError("invalidParams", undefined, { requested: maskWords(requested) });
    }
    return { requested };
  },
});
