import { maskSecretsInText, secretMembers } from "../commands/maskSecrets.ts";

const masked = "<masked>";

/** JSON inside a JSON string: its quotes have backslashes, more of them the deeper it lies. */
const quotedMember = new RegExp(
  `((\\\\+)"(?:${[...secretMembers].join("|")})\\2"\\s*:\\s*)(?:\\2"(?:(?!\\2").)*\\2"|[^,}\\]\\s]+)`,
  "g",
);

/**
 * A line of the log with its secrets masked: the values of members that hold secrets, at any depth and inside
 * quoted requests, and whatever is a base58 seed wherever it stands. The last look before anything is written.
 */
export const redactLine = (line: string): string =>
  maskSecretsInText(line).replace(quotedMember, (_, name: string) => `${name}${masked}`);
