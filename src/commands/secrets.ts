import { eraseKeyPair, type KeyPair } from "../crypto/keyPair.ts";
import { keyPairFromRequest, type RequestSecrets, SecretError } from "../crypto/requestSecrets.ts";
import type { Parameter } from "./command.ts";
import { RpcError } from "./rpcErrors.ts";

/** The parameters that name a key; crypto/ checks them. */
export const secretParameters: Parameter<RequestSecrets> = {
  read: ({ secret, key_type, seed, seed_hex, passphrase }) => ({
    secret,
    key_type,
    seed,
    seed_hex,
    passphrase,
  }),
  document: () => {
    const text = { schema: { type: "string", writeOnly: true }, required: false };
    return {
      secret: text,
      key_type: { schema: { enum: ["secp256k1", "ed25519"] }, required: false },
      seed: text,
      seed_hex: text,
      passphrase: text,
    };
  },
};

/** Runs what reads secrets; its refusals become replies. */
export function withSecretErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SecretError) throw new RpcError(error.token, error.message);
    throw error;
  }
}

/** Lends `use` the key pair that the request names, and overwrites it afterwards. */
export function withKeyPair<T>(secrets: RequestSecrets, use: (keyPair: KeyPair) => T): T {
  const keyPair = withSecretErrors(() => keyPairFromRequest(secrets));
  try {
    return use(keyPair);
  } finally {
    eraseKeyPair(keyPair);
  }
}
