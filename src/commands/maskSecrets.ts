import { parseEd25519Seed, parseFamilySeed } from "../crypto/seed.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** Members whose values never leave the server again: parameters, and what replies call the same things. */
export const secretMembers = new Set([
  "passphrase",
  "secret",
  "seed",
  "seed_hex",
  "admin_password",
  "password",
  "url_password",
  "master_key",
  "master_seed",
  "master_seed_hex",
  "private_key",
  "validation_key",
  "validation_private_key",
  "validation_seed",
]);

const masked = "<masked>";

/**
 * A copy of a request to show to its sender: members that hold secrets are masked at any depth, and so are seeds, and
 * passwords in URLs, wherever they stand.
 */
export function maskSecrets(request: JsonObject): JsonObject;
export function maskSecrets(value: JsonValue): JsonValue;
export function maskSecrets(value: JsonValue): JsonValue {
  if (typeof value === "string") return maskWords(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((element: JsonValue) => maskSecrets(element));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, content]) => [
      name,
      secretMembers.has(name) ? masked : maskSecrets(content as JsonValue),
    ]),
  );
}

/** What might be a base58 seed: 28 to 31 letters and digits, the first an s. */
const seedText = /\bs[1-9A-HJ-NP-Za-km-z]{27,30}\b/g;

/** `https://user:password@` */
const passwordInUrl = /(:\/\/[^\s/?#@:]{0,256}:)[^\s/?#@]{1,1024}@/g;

/** What can be told from its form, wherever it stands: under a wrong name, in an error's message. */
export const maskWords = (text: string): string =>
  text.replace(seedText, (word) => (isSeed(word) ? masked : word)).replace(passwordInUrl, `$1${masked}@`);

const isSeed = (word: string): boolean =>
  parseFamilySeed(word) !== undefined || parseEd25519Seed(word) !== undefined;

const names = [...secretMembers].join("|");

const memberInText = new RegExp(`("(?:${names})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^,}\\]\\s]+)`, "gs");

/** JSON, whole or not, with the values of its secret members masked. */
export const maskMembers = (text: string): string => text.replace(memberInText, `$1"${masked}"`);

/** Names as people write them who do not quite write JSON: 'secret': 'x', secret: x */
export const looseName = `(?<!\\w)(?<quote>'?)(?:${names})\\k<quote>\\s*:\\s*`;
const looseMember = new RegExp(
  `(${looseName})("(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|[^,}\\]\\s]+)`,
  "gs",
);

/** Letters of a name that are spelled by their numbers. */
const spelledLetter = /\\u00([3-7][0-9a-f])/gi;

/** As {@link maskSecrets}, for text that did not parse. */
export function maskSecretsInText(text: string): string {
  const plain = text.replace(spelledLetter, (spelled, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16));
    return /\w/.test(letter) ? letter : spelled;
  });
  return maskWords(maskMembers(plain).replace(looseMember, `$1${masked}`));
}
