import type { Amount } from "../../src/protocol/types.ts";

/**
 * Amounts as plain integers, for checks that share no arithmetic with the engine: drops as they are, issued
 * amounts in units of 10^-96, the smallest that can be written.
 */
export const exact = (amount: Amount): bigint =>
  typeof amount === "bigint" ? amount : amount.mantissa * 10n ** BigInt(Math.max(amount.exponent + 96, 0));

export const currencyName = (amount: Amount): string =>
  typeof amount === "bigint" ? "drops" : amount.currency;

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
