import type { Drops, Hash256 } from "../protocol/types.ts";

/** The transaction queue's settings; names and defaults are the reference's `[transaction_queue]` ones. */
export interface QueueSettings {
  /** How many ledgers' worth of transactions may wait. */
  readonly ledgersInQueue: number;
  /** The queue may always be this long. */
  readonly minimumQueueSize: number;
  /** How much more a replacement must pay, in percent. */
  readonly retrySequencePercent: number;
  /** Fee level at which escalation starts, at least. */
  readonly minimumEscalationMultiplier: bigint;
  /** Transactions in a ledger before fees rise, at least. */
  readonly minimumTransactionsInLedger: number;
  /** Where the growth of the expected ledger size starts. */
  readonly targetTransactionsInLedger: number;
  /** A limit on the expected ledger size; undefined for none. */
  readonly maximumTransactionsInLedger: number | undefined;
  readonly normalConsensusIncreasePercent: number;
  readonly slowConsensusDecreasePercent: number;
  readonly maximumTransactionsPerAccount: number;
  /** A queued transaction must be valid for at least this many more ledgers. */
  readonly minimumLastLedgerBuffer: number;
}

export const defaultQueueSettings: QueueSettings = {
  ledgersInQueue: 20,
  minimumQueueSize: 2000,
  retrySequencePercent: 25,
  minimumEscalationMultiplier: 256n * 500n,
  minimumTransactionsInLedger: 1000, // minimum_txn_in_ledger_standalone: a node alone is never in a hurry
  targetTransactionsInLedger: 50,
  maximumTransactionsInLedger: undefined,
  normalConsensusIncreasePercent: 20,
  slowConsensusDecreasePercent: 50,
  maximumTransactionsPerAccount: 10,
  minimumLastLedgerBuffer: 2,
};

/** What this node votes the ledger should charge, each in drops; undefined leaves it as it is. */
export interface FeeVote {
  readonly baseFee: Drops | undefined;
  readonly reserveBase: Drops | undefined;
  readonly reserveIncrement: Drops | undefined;
}

/** When ledgers close: every so many milliseconds, after each submission, or only when asked. */
export type ClosePolicy = { readonly every: number } | "instant" | "manual";

/** How a node runs its ledger. */
export interface NodeSettings {
  /** The native currency's code where text shows it: `XAG`, `XRP`. */
  readonly nativeCurrency: string;
  /** Which network this is; 0 where it does not matter. Above 1024, transactions must name it. */
  readonly networkId: number;
  readonly close: ClosePolicy;
  /** Fees in force while the ledger has no FeeSettings entry, in drops. */
  readonly baseFee: Drops;
  readonly reserveBase: Drops;
  readonly reserveIncrement: Drops;
  readonly feeVote: FeeVote;
  /** Amendments that this node votes for, by id, beside those in force. */
  readonly amendmentVotes: ReadonlySet<Hash256>;
  readonly queue: QueueSettings;
  /** Memory for entries and tree pages that were read lately: see cacheSizes. */
  readonly cacheBytes: number;
  /** How many closed ledgers' history to keep at least; undefined keeps all. */
  readonly historyLedgers: number | undefined;
}

export const defaultNodeSettings: NodeSettings = {
  nativeCurrency: "XAG",
  networkId: 0,
  close: { every: 4000 },
  baseFee: 10n,
  reserveBase: 1_000_000n,
  reserveIncrement: 200_000n,
  feeVote: { baseFee: undefined, reserveBase: undefined, reserveIncrement: undefined },
  amendmentVotes: new Set(),
  queue: defaultQueueSettings,
  cacheBytes: 192 << 20,
  historyLedgers: undefined,
};
