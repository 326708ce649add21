import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import {
  lsfHighAuth,
  lsfHighFreeze,
  lsfHighNoRipple,
  lsfHighReserve,
  lsfLowAuth,
  lsfLowFreeze,
  lsfLowNoRipple,
  lsfLowReserve,
} from "../../protocol/flags.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../../protocol/types.ts";

/** One end of a trust line: the names of its fields and its flags. */
export interface LineSide {
  readonly limit: "LowLimit" | "HighLimit";
  readonly qualityIn: "LowQualityIn" | "HighQualityIn";
  readonly qualityOut: "LowQualityOut" | "HighQualityOut";
  readonly node: "LowNode" | "HighNode";
  /** This side's owner count includes the line. */
  readonly reserve: number;
  /** This side lets the other one hold its money. */
  readonly auth: number;
  readonly noRipple: number;
  /** This side has frozen the other one's holdings. */
  readonly freeze: number;
}

export const lowSide: LineSide = {
  limit: "LowLimit",
  qualityIn: "LowQualityIn",
  qualityOut: "LowQualityOut",
  node: "LowNode",
  reserve: lsfLowReserve,
  auth: lsfLowAuth,
  noRipple: lsfLowNoRipple,
  freeze: lsfLowFreeze,
};

export const highSide: LineSide = {
  limit: "HighLimit",
  qualityIn: "HighQualityIn",
  qualityOut: "HighQualityOut",
  node: "HighNode",
  reserve: lsfHighReserve,
  auth: lsfHighAuth,
  noRipple: lsfHighNoRipple,
  freeze: lsfHighFreeze,
};

/** The side of a line between `account` and `peer` that is `account`'s. */
export const sideOf = (account: AccountID, peer: AccountID): LineSide =>
  account < peer ? lowSide : highSide;

/**
 * What `account` holds of `peer`'s money over their line; negative when it is the other way round. The amount
 * names `issuer` as its issuer, by default `peer`.
 */
export function balanceFor(
  line: Readonly<RippleState>,
  account: AccountID,
  peer: AccountID,
  issuer: AccountID = peer,
): IssuedAmount {
  const { mantissa, exponent, currency } = line.Balance as IssuedAmount;
  return new IssuedAmount(account < peer ? mantissa : -mantissa, exponent, currency, issuer);
}

/** How much of `peer`'s money `account` is willing to hold; `account` is the issuer that the amount names. */
export const limitOf = (line: Readonly<RippleState>, account: AccountID, peer: AccountID): IssuedAmount =>
  line[sideOf(account, peer).limit] as IssuedAmount;
