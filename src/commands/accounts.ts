import {
  accountIDFromPublicKey,
  deriveKeyPair,
  eraseKeyPair,
  publicKeyAlgorithm,
} from "../crypto/keyPair.ts";
import { erase } from "../crypto/secretBytes.ts";
import { parseGenericSeed } from "../crypto/seed.ts";
import { decodeAccountPublicKey, decodeAddress } from "../protocol/base58.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountID } from "../protocol/types.ts";
import type { Kind } from "./command.ts";
import type { JsonObject } from "./json.ts";
import { ledgerFields } from "./ledgerSelector.ts";
import { textOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";

/** The account that an address or a base58 account public key names. */
export function accountFromKeyOrAddress(text: string): AccountID | undefined {
  const account = decodeAddress(text);
  if (account !== undefined) return account;
  const publicKey = decodeAccountPublicKey(text);
  if (publicKey === undefined || publicKeyAlgorithm(publicKey) === undefined) return undefined;
  return accountIDFromPublicKey(publicKey);
}

/**
 * The account that a text names: an address, a public key, or, unless `strict`, a seed or passphrase, whose
 * secp256k1 account is meant. The last is poor practice, but version 1 has it.
 * @param fields for the reply, should this be refused
 * @throws RpcError actMalformed, badSeed
 */
export function accountFromText(text: string, strict: boolean, fields?: JsonObject): AccountID {
  const account = accountFromKeyOrAddress(text);
  if (account !== undefined) return account;
  if (strict) throw new RpcError("actMalformed", undefined, fields);
  const seed = parseGenericSeed(text);
  if (seed === undefined) throw new RpcError("badSeed", undefined, fields);
  const keyPair = deriveKeyPair(seed, "secp256k1");
  erase(seed);
  eraseKeyPair(keyPair);
  return accountIDFromPublicKey(keyPair.publicKey);
}

const accountSchema = { type: "string", description: "An address, or an account public key in base58." };

/** An account that is in the chosen ledger. The ledger is named in the reply to a text that is no account. */
export const existingAccount: Kind<AccountID> = {
  schema: accountSchema,
  parse(value, _name, { ledger }) {
    const account = accountFromText(textOf(value), false, ledgerFields(ledger!));
    if (!ledger!.has(keylet.account(account))) throw new RpcError("actNotFound");
    return account;
  },
};

/** An account, in the ledger or not; an empty text is none. The ledger is named in the reply to another text. */
export const anyAccount: Kind<AccountID | undefined> = {
  schema: accountSchema,
  parse(value, _name, { ledger }) {
    const text = textOf(value);
    return text === "" ? undefined : accountFromText(text, false, ledgerFields(ledger!));
  },
};

/** An address. `malformed` makes the error for anything else. */
export const address = (malformed: (name: string) => RpcError): Kind<AccountID> => ({
  schema: { type: "string" },
  parse(value, name) {
    const account = decodeAddress(textOf(value));
    if (account === undefined) throw malformed(name);
    return account;
  },
});
