import { isJsonObject, type JsonObject, type JsonValue } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import { publicKeyAlgorithm } from "../crypto/keyPair.ts";
import { parseGenericSeed } from "../crypto/seed.ts";
import { decodeAccountPublicKey, decodeAddress, decodeNodePublicKey } from "../protocol/base58.ts";
import { isHex } from "../protocol/hex.ts";

// What single arguments of a command line mean. Source: the reference's RPCCall.cpp.

/** A ledger by name, hash or index. What is none of them asks for ledger 0, which no server has. */
export function ledgerFields(text: string): JsonObject {
  if (text === "current" || text === "closed" || text === "validated") return { ledger_index: text };
  if (text.length === 64) return { ledger_hash: text };
  return { ledger_index: wholeNumber(text, 0, 0xffff_ffff) ?? 0 };
}

/** `USD`, or `USD/rIssuer`; a currency of three characters or forty hexadecimal digits. */
export function currencyAndIssuer(text: string): JsonObject {
  const match = /^([A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}|[0-9A-Fa-f]{40})(?:\/(.+))?$/.exec(text);
  if (match === null) throw new RpcError("invalidParams", `Invalid currency/issuer '${text}'`);
  const [, currency, issuer] = match;
  return issuer === undefined ? { currency } : { currency, issuer };
}

/**
 * The account that a look-up is about: an address, an account's public key, or a seed in any spelling, from
 * which the server works out the address. So any text will do, but for keys that are no account's.
 */
export function account(text: string): string {
  if (isPublicAccount(text) || parseGenericSeed(text) !== undefined) return text;
  throw new RpcError("actMalformed");
}

/** An address or an account's public key: anything else that names an account is a secret. */
export const isPublicAccount = (text: string): boolean =>
  decodeAccountPublicKey(text) !== undefined || decodeAddress(text) !== undefined;

/** A classic address, as it is. @throws RpcError actMalformed */
export function address(text: string): string {
  if (decodeAddress(text) === undefined) throw new RpcError("actMalformed");
  return text;
}

/** An account's public key in base58 or hexadecimal. */
export const accountPublicKey = (text: string): string => publicKey(text, decodeAccountPublicKey);
/** A node's. */
export const nodePublicKey = (text: string): string => publicKey(text, decodeNodePublicKey);

function publicKey(text: string, decode: (text: string) => string | undefined): string {
  const isKey = decode(text) !== undefined || publicKeyAlgorithm(isHex(text) ? text.toUpperCase() : "");
  if (!isKey) throw new RpcError("publicMalformed");
  return text;
}

/** A payment channel's id: 64 hexadecimal digits; a lone 0 is all zeros, as in the reference. @throws RpcError channelMalformed */
export function channel(text: string): string {
  if (text === "0") return "0".repeat(64);
  if (!isHex(text, 32)) throw new RpcError("channelMalformed");
  return text;
}

/** Drops of a channel claim: decimal digits for up to 64 bits, as they are. @throws RpcError channelAmtMalformed */
export function channelAmount(text: string): string {
  if (!/^\d+$/.test(text) || BigInt(text) >= 1n << 64n) throw new RpcError("channelAmtMalformed");
  return text;
}

/** 32 bits without a sign. */
export function unsigned(text: string): number {
  return wholeNumber(text, 0, 0xffff_ffff) ?? refuseNumber(text);
}

/** 32 bits with a sign. */
export function integer(text: string): number {
  return wholeNumber(text, -0x8000_0000, 0x7fff_ffff) ?? refuseNumber(text);
}

/** An argument that is a JSON document of any type. @throws RpcError invalidParams */
export function json(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The parser's message would quote the text, which may hold a secret.
    throw new RpcError("invalidParams");
  }
}

/** An argument that is a JSON object; null counts as an empty one. @throws RpcError invalidParams */
export function jsonObject(text: string): JsonObject {
  const value = json(text);
  if (value === null) return {};
  if (!isJsonObject(value)) throw new RpcError("invalidParams");
  return value;
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

function refuseNumber(text: string): never {
  throw new RpcError("invalidParams", `Not a whole number of 32 bits: '${text}'.`);
}
