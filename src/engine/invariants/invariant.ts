import type { EngineResult } from "../../protocol/engineResults.ts";
import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Drops } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import type { Transaction } from "../transaction.ts";

/** An entry as it was before a transaction or is after it; undefined where there is none. */
export type Visited = Readonly<LedgerEntry> | undefined;

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
  visit(before: Visited, after: Visited, isDelete: boolean): void;
  /**
   * Called once, after all entries. `fee` is what the transaction was charged, in drops.
   * Returns what is wrong, or undefined when the invariant holds.
   */
  finalize(tx: Transaction, result: EngineResult, fee: Drops, view: ReadView): string | undefined;
}
