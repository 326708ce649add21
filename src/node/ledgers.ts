import type { Hash256 } from "../protocol/types.ts";
import type { Ledger } from "./ledger.ts";

/** Ledgers first..last, both included. */
export interface LedgerRange {
  readonly first: number;
  readonly last: number;
}

/** Which ledgers there are. A Ledger that was handed out stays readable while it is kept in history. */
export interface Ledgers {
  /** The open ledger, now. Read it in one go: later submissions and closes change or replace it. */
  current(): Ledger;
  /** The last closed ledger. */
  closed(): Ledger;
  /** The last validated ledger; the same as the last closed one when the node is alone. */
  validated(): Ledger;
  /** A closed ledger that is kept, by its index. */
  byIndex(ledgerIndex: number): Ledger | undefined;
  byHash(hash: Hash256): Ledger | undefined;
  /** The hash of a closed ledger, also where only the skip lists still know it. */
  hashOf(ledgerIndex: number): Hash256 | undefined;
  /** The ledgers that are kept, as ranges in rising order. */
  complete(): readonly LedgerRange[];
  /** The same as text: `2-7`, `2-7,9-12`, or `empty`. */
  completeText(): string;
}

/** The text of ranges as `complete_ledgers` shows them. */
export const rangesToText = (ranges: readonly LedgerRange[]): string =>
  ranges.length === 0
    ? "empty"
    : ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
