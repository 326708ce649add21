import { nativeAccount, nativeCurrency } from "../protocol/amounts/issue.ts";
import { decodeAddress } from "../protocol/base58.ts";
import { isHex } from "../protocol/hex.ts";
import type { AccountID, Issue } from "../protocol/types.ts";

/** What an order book trades: its offers' takers pay one thing and get the other. */
export interface Book {
  readonly pays: Issue;
  readonly gets: Issue;
}

/** The book of the opposite direction. */
export const reversed = ({ pays, gets }: Book): Book => ({ pays: gets, gets: pays });

/** An issuer by its address, or by its 40 hexadecimal digits; a lone "0" is account zero. */
export function issuerFromText(text: string): AccountID | undefined {
  if (text === "0") return nativeAccount;
  return isHex(text, 20) ? text.toUpperCase() : decodeAddress(text);
}

/** The native currency has no issuer, every other one has. */
export const isConsistentIssue = ({ currency, issuer }: Issue): boolean =>
  (currency === nativeCurrency) === (issuer === nativeAccount);

/** Whether currency and issuer are both the same. The native currency has one issuer only, zeros. */
export const isSameIssue = (a: Issue, b: Issue): boolean =>
  a.currency === b.currency && a.issuer === b.issuer;
