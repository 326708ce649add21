import type { AppliedTransaction, ApplyOutcome } from "../engine/applyTransaction.ts";
import type { ApplyFlags } from "../engine/transaction.ts";
import { AmountOverflow } from "../protocol/amounts/canonicalAmount.ts";
import type { OpenView } from "../state/openView.ts";

/** The open ledger and whatever is tried on top of it: it remembers the transactions that were applied. */
export type TransactionView = OpenView<AppliedTransaction>;

/**
 * Whether our own code is to blame for an outcome: it threw, or broke an invariant. An amount out of range is the
 * transaction's own: anybody can send such numbers, as often as they like.
 */
export const isFault = ({ exception, violations }: ApplyOutcome): boolean =>
  (exception !== undefined && !(exception instanceof AmountOverflow)) || violations !== undefined;

/** How a transaction is tried by the queue. */
export interface QueueFlags extends ApplyFlags {
  /** Do not overtake what waits already, even if the fee would buy a place in the ledger. */
  readonly preferQueue: boolean;
}

export const plainFlags: QueueFlags = { retry: false, failHard: false, dryRun: false, preferQueue: false };
