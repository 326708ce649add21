import type { LedgerEntry, LedgerEntryType } from "./ledgerEntryFormats.ts";
import type { Hash256 } from "./types.ts";

/** A key in the state together with the kind of entry that it leads to. */
export interface Keylet<T extends LedgerEntry = LedgerEntry> {
  readonly type: LedgerEntryType;
  readonly key: Hash256;
  /** Never present at run time; it only carries T. */
  readonly entryType?: T;
}
