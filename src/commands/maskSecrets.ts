import type { JsonObject, JsonValue } from "./json.ts";

/** Members whose values never leave the server again. */
export const secretMembers = new Set([
  "passphrase",
  "secret",
  "seed",
  "seed_hex",
  "admin_password",
  "password",
  "url_password",
]);

const masked = "<masked>";

/** A copy of a request to show to its sender, secrets at any depth masked. */
export function maskSecrets(request: JsonObject): JsonObject;
export function maskSecrets(value: JsonValue): JsonValue;
export function maskSecrets(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element: JsonValue) => maskSecrets(element));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, content]) => [
      name,
      secretMembers.has(name) ? masked : maskSecrets(content as JsonValue),
    ]),
  );
}

const secretInText = new RegExp(
  `("(?:${[...secretMembers].join("|")})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^,}\\]\\s]+)`,
  "g",
);

/** As {@link maskSecrets}, for text that did not parse. */
export const maskSecretsInText = (text: string): string => text.replace(secretInText, `$1"${masked}"`);
