import type { AmendmentName } from "../protocol/amendments.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot, Amendments, FeeSettings, LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Drops, Hash256 } from "../protocol/types.ts";
import { newEntry, zeroHash } from "../state/newEntry.ts";
import { amendmentId } from "../state/rules.ts";
import type { Fees } from "../state/view.ts";

/** Whose key is made from the passphrase `masterpassphrase`: everybody's, so for development only. */
export const wellKnownAccount: AccountID = "B5F762798A53D543A014CAF8B297CFF8F2F937E8";

/** 100 billion whole units, in drops. */
export const defaultTotalDrops: Drops = 100_000_000_000_000_000n;

/**
 * The amendments of a new ledger, in the order in which the reference's first ledger lists them: the order is part
 * of the ledger's hash.
 */
export const genesisAmendments: readonly AmendmentName[] = [
  "RequireFullyCanonicalSig",
  "Escrow",
  "PayChan",
  "CryptoConditions",
  "Checks",
  "fix1528",
  "HardenedValidations",
  "fix1781",
  "fixTakerDryOfferRemoval",
  "FlowCross",
  "DeletableAccounts",
  "DepositPreauth",
  "FeeEscalation",
  "fix1373",
  "fixSTAmountCanonicalize",
  "MultiSign",
  "fixAmendmentMajorityCalc",
  "TickSize",
  "MultiSignReserve",
  "fix1623",
  "fix1515",
  "fixPayChanRecipientOwnerDir",
  "TrustSetAuth",
  "fix1513",
  "fix1512",
  "fix1571",
  "Flow",
  "CryptoConditionsSuite",
  "fixQualityUpperBound",
  "fixCheckThreading",
  "TicketBatch",
  "FlowSortStrands",
  "fix1201",
  "fixRmSmallIncreasedQOffers",
  "fix1523",
  "fixMasterKeyAsRegularKey",
  "fix1543",
  "SortedDirectories",
  "EnforceInvariants",
  "fix1368",
  "DepositAuth",
  "fix1578",
];

/** What a new ledger begins with. */
export interface Genesis {
  readonly totalDrops: Drops;
  /** Gets whatever the others do not. */
  readonly mainAccount: AccountID;
  readonly accounts: readonly { readonly account: AccountID; readonly balance: Drops }[];
  readonly amendments: readonly Hash256[];
  /** Written into the ledger; without them the node's settings count, and each node must have the same. */
  readonly fees: Omit<Fees, "units"> | undefined;
}

export const defaultGenesis: Genesis = {
  totalDrops: defaultTotalDrops,
  mainAccount: wellKnownAccount,
  accounts: [],
  amendments: genesisAmendments.map(amendmentId),
  fees: undefined,
};

/** A genesis that cannot be. */
export class GenesisError extends Error {
  override readonly name = "GenesisError";
}

/** The entries of ledger 1. @throws GenesisError when the balances are more than there is, or name one account twice. */
export function genesisEntries(genesis: Genesis): LedgerEntry[] {
  const { totalDrops, mainAccount, accounts, amendments, fees } = genesis;
  const named = accounts.map(({ account }) => account);
  if (new Set([mainAccount, ...named]).size !== named.length + 1) {
    throw new GenesisError("an account is named twice");
  }
  if (totalDrops <= 0n || totalDrops > defaultTotalDrops) {
    throw new GenesisError("the total must be from one drop to 100 billion whole units");
  }
  const given = accounts.reduce((sum, { balance }) => sum + balance, 0n);
  if (accounts.some(({ balance }) => balance < 0n) || given > totalDrops) {
    throw new GenesisError("the accounts' balances must not be negative, nor add up to more than the total");
  }
  const entries: LedgerEntry[] = [
    accountEntry(mainAccount, totalDrops - given),
    ...accounts.map(({ account, balance }) => accountEntry(account, balance)),
  ];
  if (amendments.length > 0) {
    entries.push(newEntry<Amendments>(keylet.amendments(), { Amendments: [...amendments] }));
  }
  if (fees !== undefined) entries.push(feeEntry(fees));
  return entries;
}

const accountEntry = (Account: AccountID, Balance: Drops): AccountRoot => ({
  ...newEntry<AccountRoot>(keylet.account(Account), { Account, Balance, Sequence: 1, OwnerCount: 0 }),
  PreviousTxnID: zeroHash,
  PreviousTxnLgrSeq: 0,
});

const feeEntry = ({ base, reserveBase, reserveIncrement }: Omit<Fees, "units">): FeeSettings =>
  newEntry<FeeSettings>(keylet.fees(), {
    BaseFee: base,
    ReferenceFeeUnits: 10,
    ReserveBase: Number(reserveBase),
    ReserveIncrement: Number(reserveIncrement),
  });
