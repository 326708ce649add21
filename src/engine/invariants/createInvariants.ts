import { accountRootsNotDeleted } from "./accountRootsNotDeleted.ts";
import type { Invariant } from "./invariant.ts";
import { ledgerEntryTypesMatch } from "./ledgerEntryTypesMatch.ts";
import { nativeBalances } from "./nativeBalances.ts";
import { nativeNotCreated } from "./nativeNotCreated.ts";
import { noBadOffers } from "./noBadOffers.ts";
import { noNativeTrustLines } from "./noNativeTrustLines.ts";
import { noZeroEscrow } from "./noZeroEscrow.ts";
import { transactionFee } from "./transactionFee.ts";
import { validNewAccountRoot } from "./validNewAccountRoot.ts";

/** Every invariant, new, for the check of one transaction. Source: the reference's InvariantCheck.cpp. */
export const createInvariants = (): Invariant[] => [
  transactionFee(),
  accountRootsNotDeleted(),
  ledgerEntryTypesMatch(),
  nativeBalances(),
  nativeNotCreated(),
  noNativeTrustLines(),
  noBadOffers(),
  noZeroEscrow(),
  validNewAccountRoot(),
];
