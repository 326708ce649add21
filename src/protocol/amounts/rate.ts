import type { Amount, Issue } from "../types.ts";
import { divide, divideRound, multiply, multiplyRound } from "./arithmetic.ts";
import { issuedAmount } from "./canonicalAmount.ts";
import { issueOf, noIssue } from "./issue.ts";
import type { IssuedAmount } from "./issuedAmount.ts";

/**
 * Parts per billion: what the sender pays for each billion that arrives. Transfer rates and the qualities of
 * trust lines are such rates.
 */
export type Rate = number;

/** One to one. */
export const parityRate: Rate = 1_000_000_000;

/** The rate as a plain number. */
export const rateToAmount = (rate: Rate): IssuedAmount => issuedAmount(BigInt(rate), -9, noIssue);

/** `amount × rate`, rounded as {@link multiply} does. */
export const multiplyByRate = (amount: Amount, rate: Rate): Amount =>
  rate === parityRate ? amount : multiply(amount, rateToAmount(rate), issueOf(amount));

/** `amount × rate`, rounded up or down; at parity the amount as it is, whatever `issue` says. */
export const multiplyByRateRound = (
  amount: Amount,
  rate: Rate,
  roundUp: boolean,
  issue: Issue = issueOf(amount),
): Amount => (rate === parityRate ? amount : multiplyRound(amount, rateToAmount(rate), issue, roundUp));

/** `amount ÷ rate`, rounded as {@link divide} does. */
export const divideByRate = (amount: Amount, rate: Rate): Amount =>
  rate === parityRate ? amount : divide(amount, rateToAmount(rate), issueOf(amount));

/** `amount ÷ rate`, rounded up or down; at parity the amount as it is, whatever `issue` says. */
export const divideByRateRound = (
  amount: Amount,
  rate: Rate,
  roundUp: boolean,
  issue: Issue = issueOf(amount),
): Amount => (rate === parityRate ? amount : divideRound(amount, rateToAmount(rate), issue, roundUp));
