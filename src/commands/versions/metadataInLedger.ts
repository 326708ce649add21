import type { Ledger, LedgerTransaction } from "../../node/ledger.ts";
import { metadataJson } from "../deliveredAmount.ts";
import type { JsonObject } from "../json.ts";
import { type Naming, objectJson } from "../present.ts";

/** Metadata as `ledger` shows it: unlike elsewhere, a deleted account's remainder is not told as delivered. */
export const metadataInLedger = (
  transaction: LedgerTransaction,
  ledger: Ledger,
  naming: Naming,
): JsonObject =>
  transaction.tx.TransactionType === "AccountDelete"
    ? objectJson(transaction.metadata!, naming)
    : metadataJson(transaction, ledger.header.closeTime, naming);
