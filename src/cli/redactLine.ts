import { looseName, maskMembers, maskWords, secretMembers } from "../commands/maskSecrets.ts";

const masked = "<masked>";

/** JSON inside a JSON string: its quotes have backslashes, more of them the deeper it lies. */
const quotedMember = new RegExp(
  `((\\\\+)"(?:${[...secretMembers].join("|")})\\2"\\s*:\\s*)(?:\\2"(?:(?!\\2").)*\\2"|[^,}\\]\\s]+)`,
  "g",
);

/** What is nearly JSON inside a JSON string. The string's own end is left alone. */
const looseMember = new RegExp(
  `(${looseName})(?:(?<escape>\\\\+)"(?:(?!\\k<escape>").)*\\k<escape>"|'[^'"]*'?|[^,}\\]\\s"\\\\]+)`,
  "g",
);

/**
 * A line of the log with its secrets masked: the values of members that hold secrets, at any depth and inside
 * quoted requests, and whatever is a base58 seed wherever it stands. The last look before anything is written.
 */
export const redactLine = (line: string): string =>
  maskWords(
    maskMembers(line)
      .replace(quotedMember, (_, name: string) => `${name}${masked}`)
      .replace(looseMember, (_, name: string) => `${name}${masked}`),
  );
