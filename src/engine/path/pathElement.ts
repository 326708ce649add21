import { isNativeIssue, nativeAccount, nativeIssue } from "../../protocol/amounts/issue.ts";
import type { AccountID, Currency, Issue, PathStep } from "../../protocol/types.ts";

/**
 * A step of a path being searched. Unlike a path's step on the wire it always says what money leaves it and who
 * issued that; `account` is account zero for an order book.
 */
export interface PathElement {
  readonly kind: "account" | "book";
  readonly account: AccountID;
  readonly currency: Currency;
  readonly issuer: AccountID;
}

export type PathElements = readonly PathElement[];

/** Rippling through an account: it pays on with its own money. */
export const throughAccount = (account: AccountID, currency: Currency): PathElement => ({
  kind: "account",
  account,
  currency,
  issuer: account,
});

/** Taking offers that give this issue. */
export const throughBook = (gets: Issue): PathElement => ({
  kind: "book",
  account: nativeAccount,
  ...(isNativeIssue(gets) ? nativeIssue : { currency: gets.currency, issuer: gets.issuer }),
});

/** Whether a path has an element with exactly these three. */
export const hasSeen = (
  path: PathElements,
  account: AccountID,
  currency: Currency,
  issuer: AccountID,
): boolean =>
  path.some(
    (element) => element.account === account && element.currency === currency && element.issuer === issuer,
  );

/** The step as it is sent: an account alone, or a book by its currency and, unless it is native, its issuer. */
export function toPathStep({ kind, account, currency, issuer }: PathElement): PathStep {
  if (kind === "account") return { account };
  return issuer === nativeAccount ? { currency } : { currency, issuer };
}

/** Two paths with the same text are the same path. */
export const pathText = (path: PathElements): string =>
  path.map(({ kind, account, currency, issuer }) => `${kind[0]}${account}${currency}${issuer}`).join();
