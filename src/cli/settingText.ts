import type { ClosePolicy } from "../node/settings.ts";

// Settings as text, as options and the configuration file both have them.

/** `--data` and `data` say this for a ledger that is gone when the server stops. */
export const inMemory = ":memory:";

/** Reader threads: no machine has more cores for them. */
export const mostReaders = 256;

export const expectedClosePolicy = 'expected a time such as "4s" or "500ms", "instant" or "manual"';

/** When ledgers close: `4s`, `500ms`, `instant` or `manual`; undefined for anything else. A day is the longest. */
export function parseClosePolicy(text: string): ClosePolicy | undefined {
  if (text === "instant" || text === "manual") return text;
  const match = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text);
  const milliseconds = match === null ? 0 : Number(match[1]) * (match[2] === "s" ? 1000 : 1);
  return milliseconds >= 1 && milliseconds <= 86_400_000 ? { every: milliseconds } : undefined;
}

export const expectedNativeCode = "expected three capital letters or digits";

/** The native currency's code. */
export const parseNativeCode = (text: string): string | undefined =>
  /^[A-Z0-9]{3}$/.test(text) ? text : undefined;
