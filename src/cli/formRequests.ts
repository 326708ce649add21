import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import { integer, unsigned } from "./formArguments.ts";

// Requests that take more than a line to make of their arguments. Source: RPCCall.cpp.

/**
 * The reference reads the limit from the place of `proof`. Here it is read from its own, and from there only
 * where its own holds no number.
 */
export function bookLimit(limit: string | undefined, proof: string | undefined): JsonObject {
  if (limit === undefined) return {};
  const count = /^\d+$/.test(limit) ? integer(limit) : integer(proof ?? "0");
  return count > 0 ? { limit: count } : {};
}

/**
 * Pairs of shard index and URL; the word `novalidate` may stand before or after them and changes nothing.
 * @throws RpcError invalidParams
 */
export function shards(args: readonly string[]): JsonValue[] {
  const isFlag = (arg: string | undefined) => arg?.toLowerCase() === "novalidate";
  let pairs = args;
  if (args.length % 2 === 1) {
    if (isFlag(args[0])) pairs = args.slice(1);
    else if (isFlag(args.at(-1))) pairs = args.slice(0, -1);
    else throw new RpcError("invalidParams");
  }
  const list: JsonValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) list.push({ index: unsigned(pairs[i]!), url: pairs[i + 1] });
  return list;
}

/** `vetoed` says the opposite of the word on the command line: to reject is to veto. */
export function isVeto(vote: string): boolean {
  if (vote.toLowerCase() === "reject") return true;
  if (vote.toLowerCase() === "accept") return false;
  throw new RpcError("invalidParams");
}

/**
 * `[<ledger>] <issuer> [<hotwallet>…]`: a first argument that begins with r is the issuer already.
 * @throws RpcError invalidParams
 */
export function gatewayBalances(args: readonly string[]): JsonObject {
  const [first, ...rest] = args as [string, ...string[]];
  if (first === "") throw new RpcError("invalidParams", "Invalid first parameter");
  if (first.startsWith("r")) return issuerAndWallets(first, rest);
  const [issuer, ...wallets] = rest;
  if (issuer === undefined) throw new RpcError("invalidParams", "Invalid hotwallet");
  const ledger = first.length === 64 ? { ledger_hash: first } : { ledger_index: first };
  return { ...ledger, ...issuerAndWallets(issuer, wallets) };
}

const issuerAndWallets = (issuer: string, wallets: readonly string[]): JsonObject => ({
  account: issuer,
  ...(wallets.length > 0 && { hotwallet: wallets }),
});

/** A JSON-RPC 2.0 request, or several: the parameters move up beside the envelope. */
export function jsonRpc2(value: JsonValue): JsonObject | JsonObject[] {
  if (!isJsonArray(value)) return flattened(value);
  if (value.length === 0) throw new RpcError("invalidParams");
  return value.map(flattened);
}

function flattened(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw new RpcError("invalidParams");
  const { jsonrpc, ripplerpc, id, method, params = null } = value;
  const isValid = jsonrpc === "2.0" && ripplerpc === "2.0" && id !== undefined && method !== undefined;
  if (!isValid || (params !== null && typeof params !== "object")) throw new RpcError("invalidParams");
  return { ...(params as JsonObject | null), jsonrpc, ripplerpc, id, method };
}
