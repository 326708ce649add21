import { AccountRootsNotDeleted } from "./accountRootsNotDeleted.ts";
import type { Invariant } from "./invariant.ts";
import { LedgerEntryTypesMatch } from "./ledgerEntryTypesMatch.ts";
import { NativeBalances } from "./nativeBalances.ts";
import { NativeNotCreated } from "./nativeNotCreated.ts";
import { NoBadOffers } from "./noBadOffers.ts";
import { NoNativeTrustLines } from "./noNativeTrustLines.ts";
import { NoZeroEscrow } from "./noZeroEscrow.ts";
import { TransactionFee } from "./transactionFee.ts";
import { ValidNewAccountRoot } from "./validNewAccountRoot.ts";

/** Every invariant, new, for the check of one transaction. Source: the reference's InvariantCheck.cpp. */
export const createInvariants = (): Invariant[] => [
  new TransactionFee(),
  new AccountRootsNotDeleted(),
  new LedgerEntryTypesMatch(),
  new NativeBalances(),
  new NativeNotCreated(),
  new NoNativeTrustLines(),
  new NoBadOffers(),
  new NoZeroEscrow(),
  new ValidNewAccountRoot(),
];
