import * as flags from "../protocol/flags.ts";

/** Flags by the names and kinds that clients know them by; the numbers are protocol/flags'. */
type FlagName = Extract<keyof typeof flags, `tf${string}` | `lsf${string}`>;

const named = (...names: readonly FlagName[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, flags[name]]));

/** Flags of each type of transaction; `universal` ones go with all of them. */
export const transactionFlags: Readonly<Record<string, Record<string, number>>> = {
  universal: named("tfFullyCanonicalSig"),
  AccountSet: named(
    "tfRequireDestTag",
    "tfOptionalDestTag",
    "tfRequireAuth",
    "tfOptionalAuth",
    "tfDisallowXRP",
    "tfAllowXRP",
  ),
  OfferCreate: named("tfPassive", "tfImmediateOrCancel", "tfFillOrKill", "tfSell"),
  Payment: named("tfNoRippleDirect", "tfPartialPayment", "tfLimitQuality"),
  TrustSet: named("tfSetfAuth", "tfSetNoRipple", "tfClearNoRipple", "tfSetFreeze", "tfClearFreeze"),
  EnableAmendment: named("tfGotMajority", "tfLostMajority"),
  PaymentChannelClaim: named("tfRenew", "tfClose"),
};

/** Flags of each kind of ledger entry. */
export const ledgerEntryFlags: Readonly<Record<string, Record<string, number>>> = {
  AccountRoot: named(
    "lsfPasswordSpent",
    "lsfRequireDestTag",
    "lsfRequireAuth",
    "lsfDisallowXRP",
    "lsfDisableMaster",
    "lsfNoFreeze",
    "lsfGlobalFreeze",
    "lsfDefaultRipple",
    "lsfDepositAuth",
  ),
  Offer: named("lsfPassive", "lsfSell"),
  RippleState: named(
    "lsfLowReserve",
    "lsfHighReserve",
    "lsfLowAuth",
    "lsfHighAuth",
    "lsfLowNoRipple",
    "lsfHighNoRipple",
    "lsfLowFreeze",
    "lsfHighFreeze",
  ),
  SignerList: named("lsfOneOwnerCount"),
};
