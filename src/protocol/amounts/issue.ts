import type { AccountID, Amount, Currency, Issue } from "../types.ts";
import { IssuedAmount } from "./issuedAmount.ts";

export const nativeCurrency: Currency = "0".repeat(40);
/** The issuer that stands beside the native currency: nobody. */
export const nativeAccount: AccountID = "0".repeat(40);
/** Account one: "no account", where the protocol needs a placeholder that is not the native one. */
export const noAccount: AccountID = "1".padStart(40, "0");

export const nativeIssue: Issue = { currency: nativeCurrency, issuer: nativeAccount };
/** The issue of plain numbers (rates, qualities): amounts of nothing in particular. */
export const noIssue: Issue = { currency: noAccount, issuer: noAccount };

/** Whether it is forty zeros. */
export const isNativeCurrency = (currency: Currency): boolean => currency === nativeCurrency;
/** Whether it is the native kind of money. */
export const isNativeIssue = (issue: Issue): boolean => issue.currency === nativeCurrency;
/** Whether it is drops. */
export const isNative = (amount: Amount): amount is bigint => typeof amount === "bigint";

/** Same currency and, unless it is the native one, same issuer. */
export const sameIssue = (a: Issue, b: Issue): boolean =>
  a.currency === b.currency && (a.issuer === b.issuer || a.currency === nativeCurrency);

/** The issue of an amount; an issued amount serves as its own. */
export const issueOf = (amount: Amount): Issue => (typeof amount === "bigint" ? nativeIssue : amount);
/** The currency of an amount. */
export const currencyOf = (amount: Amount): Currency =>
  typeof amount === "bigint" ? nativeCurrency : amount.currency;
/** The issuer of an amount; account zero for drops. */
export const issuerOf = (amount: Amount): AccountID =>
  typeof amount === "bigint" ? nativeAccount : amount.issuer;

/** Nothing, of this kind of money. */
export const zeroOf = (issue: Issue): Amount =>
  issue.currency === nativeCurrency ? 0n : new IssuedAmount(0n, -100, issue.currency, issue.issuer);

/** The same value, of another issuer (or also another currency). Native amounts stay as they are. */
export function withIssue(amount: Amount, issue: Issue): Amount {
  if (typeof amount === "bigint") return amount;
  if (amount.issuer === issue.issuer && amount.currency === issue.currency) return amount;
  return new IssuedAmount(amount.mantissa, amount.exponent, issue.currency, issue.issuer);
}
/** The same value of another issuer; drops have none and stay. */
export function withIssuer(amount: Amount, issuer: AccountID): Amount {
  if (typeof amount === "bigint" || amount.issuer === issuer) return amount;
  return new IssuedAmount(amount.mantissa, amount.exponent, amount.currency, issuer);
}
