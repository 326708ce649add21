import type { AccountID, Currency } from "../types.ts";

/**
 * An amount of an issued currency: `mantissa × 10^exponent`, sixteen significant digits.
 *
 * Canonical form: |mantissa| in [10^15, 10^16) and exponent in [-96, 80]; zero is mantissa 0, exponent -100.
 * Immutable; arithmetic lives beside this file and always returns canonical amounts.
 */
export class IssuedAmount {
  /** Signed. */
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly currency: Currency;
  readonly issuer: AccountID;

  /** Takes parts that are canonical already; use `issuedAmount` of canonicalAmount.ts for anything computed. */
  constructor(mantissa: bigint, exponent: number, currency: Currency, issuer: AccountID) {
    this.mantissa = mantissa;
    this.exponent = exponent;
    this.currency = currency;
    this.issuer = issuer;
  }
}
