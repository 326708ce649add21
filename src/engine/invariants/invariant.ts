import type { EngineResult } from "../../protocol/engineResults.ts";
import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Drops } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import type { Transaction } from "../transaction.ts";

/**
 * Something that must hold after every transaction, whatever its code did. One instance watches one transaction.
 *
 * Invariants do their own arithmetic: they must not share a mistake with what they check.
 */
export interface Invariant {
  /**
   * Called for each entry the transaction touched. `before` is undefined for a new one; a deleted one comes
   * with `isDelete` and, as `after`, what it was when it went.
   */
  visit(
    before: Readonly<LedgerEntry> | undefined,
    after: Readonly<LedgerEntry> | undefined,
    isDelete: boolean,
  ): void;
  /**
   * Called once, after all entries. `fee` is what the transaction was charged, in drops.
   * Returns what is wrong, or undefined when the invariant holds.
   */
  finalize(tx: Transaction, result: EngineResult, fee: Drops, view: ReadView): string | undefined;
}
