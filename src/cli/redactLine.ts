import { maskSecretsInText, secretMembers } from "../commands/maskSecrets.ts";
import { parseEd25519Seed, parseFamilySeed } from "../crypto/seed.ts";

const masked = "<masked>";

/** JSON inside a JSON string: its quotes have backslashes, more of them the deeper it lies. */
const quotedMember = new RegExp(
  `((\\\\+)"(?:${[...secretMembers].join("|")})\\2"\\s*:\\s*)(?:\\2"(?:(?!\\2").)*\\2"|[^,}\\]\\s]+)`,
  "g",
);

/** What might be a base58 seed: 29 to 31 letters and digits, the first an s. */
const seedText = /\bs[A-HJ-NP-Za-km-z1-9]{27,30}\b/g;

/**
 * A line of the log with its secrets masked: the values of members that hold secrets, at any depth and inside
 * quoted requests, and whatever is a base58 seed wherever it stands. The last look before anything is written.
 */
export function redactLine(line: string): string {
  return maskSecretsInText(line)
    .replace(quotedMember, (_, name: string) => `${name}${masked}`)
    .replace(seedText, (text) => (isSeed(text) ? masked : text));
}

const isSeed = (text: string): boolean =>
  parseFamilySeed(text) !== undefined || parseEd25519Seed(text) !== undefined;
