import type { Keylet } from "../protocol/keylets.ts";
import {
  type LedgerEntry,
  type LedgerEntryType,
  ledgerEntryFormats,
} from "../protocol/ledgerEntryFormats.ts";

export const zeroHash = "0".repeat(64);

/** Has PreviousTxnID and PreviousTxnLgrSeq, which name the transaction that last changed the entry. */
export const isThreaded = (type: LedgerEntryType): boolean =>
  "PreviousTxnID" in ledgerEntryFormats[type].format;

type Given<T extends LedgerEntry> = Omit<
  T,
  "index" | "LedgerEntryType" | "Flags" | "PreviousTxnID" | "PreviousTxnLgrSeq"
> & { Flags?: number };

/**
 * A new ledger entry for `view.insert`: flags default to 0, and the thread starts at zero until the ledger
 * closes and the metadata names the transaction.
 */
export function newEntry<T extends LedgerEntry>(keylet: Keylet<T>, fields: Given<T>): T {
  if (keylet.type === "Any") throw new Error("a new entry needs its kind");
  const thread = isThreaded(keylet.type) ? { PreviousTxnID: zeroHash, PreviousTxnLgrSeq: 0 } : {};
  return { index: keylet.key, LedgerEntryType: keylet.type, Flags: 0, ...thread, ...fields } as unknown as T;
}
