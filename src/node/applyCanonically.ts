import { type ApplyOutcome, applyTransaction } from "../engine/applyTransaction.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import { plainFlags, type TransactionView } from "./attempt.ts";
import type { Pace } from "./pace.ts";

/** Passes over what remains, at most. */
const totalPasses = 3;
/** After this many the failures count. */
const retryPasses = 1;

export type Verdict = "done" | "failed" | "retry";

/** Whether a transaction is done with, one way or the other, or may do better after others. */
export function verdictOn({ result, applied }: ApplyOutcome): Verdict {
  if (applied) return "done";
  return isFinal(result) ? "failed" : "retry";
}

/** tef, tem and tel: trying again with the same ledger is no use. */
const isFinal = (result: EngineResult): boolean =>
  result.startsWith("tef") || result.startsWith("tem") || result.startsWith("tel");

/**
 * Goes over transactions again and again, while that helps: what fails for lack of something may find it there in the
 * next pass. In the last passes failures that claim a fee do so. Returns what might still succeed some day.
 *
 * Source: BuildLedger.cpp and OpenLedger.h of the reference, which share these rules.
 */
export async function inPasses(
  transactions: readonly SignedTransaction[],
  pace: Pace,
  attempt: (transaction: SignedTransaction, retry: boolean) => Verdict,
): Promise<SignedTransaction[]> {
  let remaining = transactions as SignedTransaction[];
  let retry = true;
  for (let pass = 0; pass < totalPasses; pass++) {
    let changes = 0;
    const next: SignedTransaction[] = [];
    for (const transaction of remaining) {
      const verdict = attempt(transaction, retry);
      if (verdict === "done") changes++;
      else if (verdict === "retry") next.push(transaction);
      if (pace.isDue()) await pace.turn();
    }
    remaining = next;
    if (changes === 0 && !retry) break;
    if (changes === 0 || pass >= retryPasses) retry = false;
  }
  return remaining;
}

const finalFlags = plainFlags;
const retryFlags = { ...plainFlags, retry: true };

/**
 * Applies a closed ledger's transactions, given in canonical order. Returns those that remain for a retry.
 * @param onOutcome told what became of each attempt
 */
export const applyCanonically = (
  view: TransactionView,
  transactions: readonly SignedTransaction[],
  pace: Pace,
  onOutcome: (transaction: SignedTransaction, outcome: ApplyOutcome) => void,
): Promise<SignedTransaction[]> =>
  inPasses(transactions, pace, (transaction, retry) => {
    const outcome = applyTransaction(view, transaction, retry ? retryFlags : finalFlags);
    onOutcome(transaction, outcome);
    return verdictOn(outcome);
  });
