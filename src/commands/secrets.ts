import { eraseKeyPair, type KeyPair } from "../crypto/keyPair.ts";
import { keyPairFromRequest, type RequestSecrets, SecretError } from "../crypto/requestSecrets.ts";
import type { Parameter } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { RpcError } from "./rpcErrors.ts";
import { requestRules } from "./versions/requestRules.ts";

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
export function withSecretErrors<T>({ apiVersion }: AskedVersion, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw error.token === "badKeyType"
      ? requestRules[apiVersion].badKeyType(error.message)
      : new RpcError(error.token, error.message);
  }
}

type AskedVersion = Pick<CommandContext, "apiVersion">;

/** Lends `use` the key pair that the request names, and overwrites it afterwards. */
export function withKeyPair<T>(
  secrets: RequestSecrets,
  asked: AskedVersion,
  use: (keyPair: KeyPair) => T,
): T {
  const keyPair = withSecretErrors(asked, () => keyPairFromRequest(secrets));
  try {
    return use(keyPair);
  } finally {
    eraseKeyPair(keyPair);
  }
}
