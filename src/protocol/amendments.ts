/**
 * Amendments that this ledger knows. An amendment's id is the SHA-512Half of its name.
 *
 * Those in `transactionAmendments` switch transaction types on; the engine asks for them. The others are
 * corrections that every ledger kept here has had from its start: they are listed because the ledger's
 * Amendments entry and the `feature` command name them, and the engine has no branch for a ledger without them.
 */
const transactionAmendments = [
  "MultiSign",
  "PayChan",
  "Escrow",
  "DepositAuth",
  "Checks",
  "DepositPreauth",
  "DeletableAccounts",
  "TicketBatch",
  "NegativeUNL",
] as const;

const corrections = [
  "TrustSetAuth",
  "FeeEscalation",
  "Flow",
  "CryptoConditions",
  "TickSize",
  "fix1368",
  "CryptoConditionsSuite",
  "fix1373",
  "EnforceInvariants",
  "FlowCross",
  "SortedDirectories",
  "fix1201",
  "fix1512",
  "fix1513",
  "fix1523",
  "fix1528",
  "fix1571",
  "fix1543",
  "fix1623",
  "fix1515",
  "fix1578",
  "MultiSignReserve",
  "fixTakerDryOfferRemoval",
  "fixMasterKeyAsRegularKey",
  "fixCheckThreading",
  "fixPayChanRecipientOwnerDir",
  "fixQualityUpperBound",
  "RequireFullyCanonicalSig",
  "fix1781",
  "HardenedValidations",
  "fixAmendmentMajorityCalc",
  "FlowSortStrands",
  "fixSTAmountCanonicalize",
  "fixRmSmallIncreasedQOffers",
] as const;

export const amendmentNames = [...transactionAmendments, ...corrections] as const;
export type AmendmentName = (typeof amendmentNames)[number];
