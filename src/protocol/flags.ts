/** Flags of transactions and ledger entries, and the account flags' numbers. Source: TxFlags.h, LedgerFormats.h. */

/** Unsigned `a | b`, since JavaScript's is signed. */
export const withFlag = (flags: number, flag: number): number => (flags | flag) >>> 0;
/** Unsigned `a & ~b`. */
export const withoutFlag = (flags: number, flag: number): number => (flags & ~flag) >>> 0;
/** Whether any bit of `flag` is set; absent flags are none. */
export const hasFlag = (flags: number | undefined, flag: number): boolean => ((flags ?? 0) & flag) !== 0;

// Any transaction
export const tfFullyCanonicalSig = 0x80000000;
/** What any type may have. */
export const tfUniversal = tfFullyCanonicalSig >>> 0;

// AccountSet
export const tfRequireDestTag = 0x00010000;
export const tfOptionalDestTag = 0x00020000;
export const tfRequireAuth = 0x00040000;
export const tfOptionalAuth = 0x00080000;
export const tfDisallowXRP = 0x00100000;
export const tfAllowXRP = 0x00200000;

/** SetFlag and ClearFlag of AccountSet take these numbers. */
export const asf = {
  RequireDest: 1,
  RequireAuth: 2,
  DisallowXRP: 3,
  DisableMaster: 4,
  AccountTxnID: 5,
  NoFreeze: 6,
  GlobalFreeze: 7,
  DefaultRipple: 8,
  DepositAuth: 9,
} as const;

// OfferCreate
export const tfPassive = 0x00010000;
export const tfImmediateOrCancel = 0x00020000;
export const tfFillOrKill = 0x00040000;
export const tfSell = 0x00080000;

// Payment
export const tfNoRippleDirect = 0x00010000;
export const tfPartialPayment = 0x00020000;
export const tfLimitQuality = 0x00040000;

// TrustSet
export const tfSetfAuth = 0x00010000;
export const tfSetNoRipple = 0x00020000;
export const tfClearNoRipple = 0x00040000;
export const tfSetFreeze = 0x00100000;
export const tfClearFreeze = 0x00200000;

// EnableAmendment
export const tfGotMajority = 0x00010000;
export const tfLostMajority = 0x00020000;

// PaymentChannelClaim
export const tfRenew = 0x00010000;
export const tfClose = 0x00020000;

// AccountRoot
export const lsfPasswordSpent = 0x00010000;
export const lsfRequireDestTag = 0x00020000;
export const lsfRequireAuth = 0x00040000;
export const lsfDisallowXRP = 0x00080000;
export const lsfDisableMaster = 0x00100000;
export const lsfNoFreeze = 0x00200000;
export const lsfGlobalFreeze = 0x00400000;
export const lsfDefaultRipple = 0x00800000;
export const lsfDepositAuth = 0x01000000;

// Offer
export const lsfPassive = 0x00010000;
export const lsfSell = 0x00020000;

// RippleState
export const lsfLowReserve = 0x00010000;
export const lsfHighReserve = 0x00020000;
export const lsfLowAuth = 0x00040000;
export const lsfHighAuth = 0x00080000;
export const lsfLowNoRipple = 0x00100000;
export const lsfHighNoRipple = 0x00200000;
export const lsfLowFreeze = 0x00400000;
export const lsfHighFreeze = 0x00800000;

// SignerList
export const lsfOneOwnerCount = 0x00010000;
