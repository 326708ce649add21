/**
 * What drives the ledger: everything that happens is one of these, in one order.
 *
 * A submission's record is its blob and how it was submitted; whether its signature holds was checked before.
 * A close's record has the close time and what was voted on, so that the same records always give the same ledgers.
 */
export type LogRecord = SubmissionRecord | CloseRecord;

/** A client submitted this blob; its signature was checked before. */
export interface SubmissionRecord {
  readonly kind: "submission";
  readonly blob: Uint8Array;
  /** Do not hold or queue it: it either claims its fee now or is dropped. */
  readonly failHard: boolean;
}

/** The open ledger was closed. */
export interface CloseRecord {
  readonly kind: "close";
  /** The index of the ledger that this record closes. A record for another ledger than the open one is ignored. */
  readonly ledgerIndex: number;
  /** The ledger's close time, final. Seconds since 2000-01-01. */
  readonly closeTime: number;
  /** Transactions that the close itself adds: what was voted on. Serialized. */
  readonly pseudoTransactions: readonly Uint8Array[];
}

/** A record with its place in the log; positions rise by one from record to record. */
export interface LogEntry {
  readonly position: number;
  readonly record: LogRecord;
}

/**
 * An ordered, durable list of records. One writer appends; a record whose promise is fulfilled survives any
 * crash, and what was appended before it survives with it.
 */
export interface TransactionLog {
  /** Position that the next record will get. */
  readonly nextPosition: number;
  /**
   * Adds a record at the end and returns its position at once: the order of calls is the order of the log.
   * Throws after close(), and after an append failed.
   */
  append(record: LogRecord): number;
  /** Fulfilled when every record appended so far is durable; rejected when the log could not write. */
  flush(): Promise<void>;
  /** The records from this position on, oldest first. Throws if they were dropped. */
  read(from: number): AsyncIterable<LogEntry>;
  /**
   * Goes on at this position if the log ends before it: a log that was lost or replaced while its ledgers were not.
   * Call it before the first append.
   */
  skipTo(position: number): void;
  /** Records before this position are no longer needed; the log may keep them all the same. */
  dropBefore(position: number): Promise<void>;
  /** Writes what is pending and lets go of the file. */
  close(): Promise<void>;
}
