import { encodeAddress } from "../base58.ts";
import { currencyToJson } from "../currency.ts";
import { type Field, field } from "../fieldTable.ts";
import type { JsonObject, JsonValue } from "../jsonValue.ts";
import type { Amount, Hash256, PathSet } from "../types.ts";
import { amountToJson, type JsonOptions } from "./amountJson.ts";

/**
 * The JSON of a decoded object, as the reference shows it: accounts as addresses, amounts as amountToJson makes them,
 * 64-bit numbers in hex without leading zeros, everything else as it is. `index` and `hash` are taken over.
 * @throws Error for a property that is no field: our own mistake
 */
export function objectToJson(object: object, options: JsonOptions): JsonObject {
  const json: JsonObject = {};
  const properties = object as Readonly<Record<string, unknown>>;
  for (const name in properties) {
    const value = properties[name];
    if (value !== undefined) json[name] = fieldToJson(field(name), value, options);
  }
  return json;
}

function fieldToJson(described: Field, value: unknown, options: JsonOptions): JsonValue {
  switch (described.typeName) {
    case "AccountID":
      return value === "" ? "" : encodeAddress(value as string);
    case "Amount":
      return amountToJson(value as Amount, options);
    case "UInt64":
      return (value as bigint).toString(16);
    case "STObject":
      return objectToJson(value as object, options);
    case "STArray":
      return (value as readonly object[]).map((wrapper) => objectToJson(wrapper, options));
    case "PathSet":
      return pathsToJson(value as PathSet, options);
    case "Vector256":
      return value as readonly Hash256[];
    default:
      return value as string | number;
  }
}

/** The bits that say which parts a path step has; JSON shows them too. */
const stepParts = { account: 0x01, currency: 0x10, issuer: 0x20 } as const;

/** Paths as JSON: each step's parts and its `type`, a sum of 1 (account), 16 (currency), 32 (issuer). */
export function pathsToJson(paths: PathSet, { native }: JsonOptions): JsonObject[][] {
  return paths.map((path) =>
    path.map(({ account, currency, issuer }) => {
      const step: JsonObject = {};
      let type = 0;
      if (account !== undefined) {
        step.account = encodeAddress(account);
        type |= stepParts.account;
      }
      if (currency !== undefined) {
        step.currency = currencyToJson(currency, native);
        type |= stepParts.currency;
      }
      if (issuer !== undefined) {
        step.issuer = encodeAddress(issuer);
        type |= stepParts.issuer;
      }
      step.type = type;
      return step;
    }),
  );
}
