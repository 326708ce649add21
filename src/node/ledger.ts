import type { BookIndex } from "../engine/path/bookIndex.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import type { StateEntry } from "../state/ledgerStore.ts";
import type { Metadata } from "../state/metadata.ts";
import type { ReadView } from "../state/view.ts";
import type { IssuerTotals } from "./derived/issuerTotals.ts";

/**
 * One transaction of a ledger. The decoded forms are made on first use, so that a walk over hashes or bytes
 * costs no decoding.
 */
export interface LedgerTransaction {
  readonly hash: Hash256;
  /** As it was signed and submitted. */
  readonly blob: Uint8Array;
  /** Decoded. Shared: never change it. */
  readonly tx: Transaction;
  /** Its type, and below its result: told without decoding. */
  readonly type: string;
  /** The ledger it is in; the open ledger's index while it is only proposed. */
  readonly ledgerIndex: number;
  readonly result: EngineResult;
  /** Serialized and decoded metadata; undefined in the open ledger, which makes none. */
  readonly metadataBlob: Uint8Array | undefined;
  readonly metadata: Metadata | undefined;
  /** Place in the ledger's order of application; undefined in the open ledger. */
  readonly transactionIndex: number | undefined;
}

/** One version of the ledger as commands see it: open, or closed and unchanging. */
export interface Ledger extends ReadView {
  /** A closed ledger's header. The open ledger's is its parent's with another index and parent; its hashes are zeros. */
  readonly header: LedgerHeader;
  /** Undefined for the open ledger. */
  readonly hash: Hash256 | undefined;
  /** Final: a closed ledger is validated at once when the node is alone. */
  readonly isValidated: boolean;

  /** This version for longer use: the open ledger goes on, its frozen copy does not. A closed one is itself. */
  frozen(): Ledger;
  /** The order books that have offers in this ledger. */
  books(): BookIndex;
  /** What accounts owe over their trust lines, summed up. */
  totals(): IssuerTotals;

  /** All transactions, ordered by hash (the order of the transaction tree, and of replies). */
  transactions(): Iterable<LedgerTransaction>;
  transactionCount(): number;
  /** The transaction with this hash, when it is in this ledger. */
  transaction(hash: Hash256): LedgerTransaction | undefined;

  /** The canonical bytes of all entries by rising key, from the first key after `after`. */
  entries(after?: Hash256): Iterable<StateEntry>;
  /** The entry's canonical bytes, without decoding where they are at hand. */
  readBytes(key: Hash256): Uint8Array | undefined;
}
