import type { AppliedTransaction } from "../engine/applyTransaction.ts";
import type { ApplyFlags } from "../engine/transaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { OpenView } from "../state/openView.ts";

/** The open ledger and whatever is tried on top of it: it remembers the transactions that were applied. */
export type TransactionView = OpenView<AppliedTransaction>;

/** A transaction's result, and whether it is in the view now. */
export interface Attempt {
  readonly result: EngineResult;
  readonly applied: boolean;
}

export interface QueueFlags extends ApplyFlags {
  /** Do not overtake what waits already, even if the fee would buy a place in the ledger. */
  readonly preferQueue: boolean;
}

export const plainFlags: QueueFlags = { retry: false, failHard: false, dryRun: false, preferQueue: false };
