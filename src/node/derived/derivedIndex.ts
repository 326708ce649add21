import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Change, LedgerReader } from "../../state/ledgerStore.ts";

/** An entry as it was in a ledger; nothing where it was not there. */
export type Version = Readonly<LedgerEntry> | null | undefined;

/**
 * Something computed from the state and kept beside it, versioned like it, so that queries need not compute it. A
 * collector is told of every changed entry of one ledger, and then says which kept values change.
 */
export interface DerivedCollector {
  note(before: Version, after: Version): void;
  /**
   * @param reader where the values of the ledger before are; undefined for a first ledger, which has none
   * @param ledgerIndex of the new ledger
   */
  changes(reader: LedgerReader | undefined, ledgerIndex: number): Change[];
}
