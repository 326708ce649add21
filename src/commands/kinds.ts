import { isHex } from "../protocol/hex.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { Kind } from "./command.ts";
import type { JsonValue } from "./json.ts";
import { flagOf, textOf, unsignedOf } from "./looseJson.ts";
import { RpcError, type RpcErrorToken, unexpectedField } from "./rpcErrors.ts";

/** Whatever came. The handler checks it, or only passes it on. */
export const anything: Kind<JsonValue> = { schema: {}, parse: (value) => value };

/** Text; numbers and flags count as their text. */
export const text: Kind<string> = { schema: { type: "string" }, parse: textOf };

/** Text and nothing else. */
export const strictText: Kind<string> = {
  schema: { type: "string" },
  parse(value, name) {
    if (typeof value !== "string") throw unexpectedField(name, "string");
    return value;
  },
};

/** A yes or no; whatever is neither empty nor zero counts as yes. */
export const flag: Kind<boolean> = { schema: { type: "boolean" }, parse: flagOf };

/** A whole number from 0 to 2^32 - 1, also as text. */
export const unsigned: Kind<number> = {
  schema: { type: "integer", minimum: 0, maximum: 0xffff_ffff },
  parse: unsignedOf,
};

const allZeros = "0".repeat(64);

/** 64 hexadecimal digits of either case; a lone "0" is all zeros, as in the reference. Undefined if it is neither. */
export function hash256FromText(digits: string): Hash256 | undefined {
  if (digits === "0") return allZeros;
  return isHex(digits, 32) ? digits.toUpperCase() : undefined;
}

/** A hash, with the error that a malformed one gets. Numbers and flags are looked at as text. */
export const hash256 = (malformed: RpcErrorToken): Kind<Hash256> => ({
  schema: { type: "string", pattern: "^[0-9A-Fa-f]{64}$" },
  parse(value) {
    const hash = hash256FromText(textOf(value));
    if (hash === undefined) throw new RpcError(malformed);
    return hash;
  },
});
