import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { AccountID } from "../protocol/types.ts";
import type { Ledger, LedgerTransaction } from "./ledger.ts";
import type { LoadFees } from "./queueView.ts";

/**
 * What subscribers hear. One object per happening, shared by all of them, so that whoever turns it into text
 * can keep the text with it.
 */
export type NodeEvent =
  | LedgerClosedEvent
  | ValidatedTransactionEvent
  | ProposedTransactionEvent
  | ServerStatusEvent;

/** A ledger was closed (and validated). Comes before its transactions. */
export interface LedgerClosedEvent {
  readonly kind: "ledgerClosed";
  readonly ledger: Ledger;
  readonly transactionCount: number;
  /** `complete_ledgers` with this ledger in it. */
  readonly completeLedgers: string;
}

/** A transaction of a closed ledger; these come in order of application. */
export interface ValidatedTransactionEvent {
  readonly kind: "transaction";
  readonly ledger: Ledger;
  readonly transaction: LedgerTransaction;
  /** Every account that the metadata names as affected, the sender included; each once. */
  readonly affectedAccounts: readonly AccountID[];
}

/** A transaction was applied to the open ledger. */
export interface ProposedTransactionEvent {
  readonly kind: "proposedTransaction";
  /** The open ledger, with the transaction applied; read it at once. */
  readonly ledger: Ledger;
  readonly transaction: SignedTransaction;
  readonly result: EngineResult;
  /** Accounts that the transaction itself names; each once. */
  readonly affectedAccounts: readonly AccountID[];
}

/**
 * Fees under load may have changed. Comes often: tell subscribers only if `fees` differs from what they were last
 * told (see sameLoadFees).
 */
export interface ServerStatusEvent {
  readonly kind: "serverStatus";
  /** As they are when it is called. */
  readonly fees: () => LoadFees;
}

/** Hears every event, in order. Must not throw and must not wait. */
export type NodeListener = (event: NodeEvent) => void;

/** Where a node's events are heard. */
export interface NodeEvents {
  /** Starts listening; the returned function ends it. */
  listen(listener: NodeListener): () => void;
}
