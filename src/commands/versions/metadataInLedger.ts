import type { Ledger, LedgerTransaction } from "../../node/ledger.ts";
import type { JsonValue } from "../json.ts";
import type { Naming } from "../present.ts";
import { writtenFields, writtenMetadata } from "../writtenObjects.ts";

/** Metadata as `ledger` shows it: unlike elsewhere, a deleted account's remainder is not told as delivered. */
export const metadataInLedger = (
  transaction: LedgerTransaction,
  ledger: Ledger,
  naming: Naming,
): JsonValue =>
  transaction.type === "AccountDelete"
    ? writtenFields(transaction.metadataBlob!, naming)
    : writtenMetadata(transaction, ledger.header.closeTime, naming);
