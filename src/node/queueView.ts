import type { Consequences, Transaction } from "../engine/transaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { AccountID, Drops, Hash256 } from "../protocol/types.ts";

/** The queue's figures. Levels are multiples of 1/256 of the reference transaction's fee. */
export interface QueueMetrics {
  readonly queuedCount: number;
  /** Undefined before the first close: no limit. */
  readonly maxQueueSize: number | undefined;
  readonly openLedgerCount: number;
  readonly expectedLedgerSize: number;
  readonly referenceLevel: bigint;
  /** The least level that is considered at all: above the cheapest queued one when the queue is full. */
  readonly minimumLevel: bigint;
  readonly medianLevel: bigint;
  /** The level that goes straight into the open ledger. */
  readonly openLedgerLevel: bigint;
}

/** What `server_info` and the server stream tell of fees under load; 256 is no load. */
export interface LoadFees {
  readonly loadBase: number;
  /** The highest of the next two, in units of loadBase. */
  readonly loadFactor: bigint;
  readonly loadFactorServer: number;
  readonly feeEscalation: bigint;
  readonly feeQueue: bigint;
  readonly feeReference: bigint;
  /** Drops. */
  readonly baseFee: Drops;
}

/** Whether a subscriber would see no difference. */
export const sameLoadFees = (a: LoadFees, b: LoadFees): boolean =>
  a.loadBase === b.loadBase &&
  a.loadFactorServer === b.loadFactorServer &&
  a.baseFee === b.baseFee &&
  a.feeQueue === b.feeQueue &&
  a.feeEscalation === b.feeEscalation &&
  a.feeReference === b.feeReference;

/** A transaction that waits. */
export interface QueuedTransaction {
  readonly hash: Hash256;
  readonly tx: Transaction;
  readonly account: AccountID;
  /** Its sequence, or its ticket's. */
  readonly sequence: number;
  readonly isTicket: boolean;
  readonly feeLevel: bigint;
  readonly fee: Drops;
  readonly lastLedgerSequence: number | undefined;
  readonly consequences: Consequences;
  readonly retriesRemaining: number;
  readonly preflightResult: EngineResult;
  /** The result of the last attempt to take it out of the queue; undefined before the first. */
  readonly lastResult: EngineResult | undefined;
}

/** The queue as commands see it. */
export interface QueueView {
  metrics(): QueueMetrics;
  loadFees(): LoadFees;
  /** Waiting transactions of one account: sequences first, then tickets, each rising. */
  ofAccount(account: AccountID): readonly QueuedTransaction[];
  /** All of them, from the highest fee level down. */
  all(): readonly QueuedTransaction[];
  /** What this transaction must pay to enter the open ledger now, in drops. */
  requiredFee(tx: Transaction): Drops;
  /** The sequence that the account's next transaction should have, counting the queued ones; 0 without an account. */
  nextSequence(account: AccountID): number;
}
