import type { AccountID } from "../../protocol/types.ts";

/** An account that a path might go through next. */
export interface Candidate {
  /** How many ways lead on from it. */
  readonly priority: number;
  readonly account: AccountID;
}

/** Fewer candidates than this are put in order by insertion, as the reference's library does. */
export const insertionLimit = 16;

/**
 * Puts candidates in the order to try them: most ways out first. Ties go by account, and by a mix with the ledger index
 * that lets different ledgers look at different accounts.
 *
 * The reference's comparison is no proper order, so for short lists, where it shows, the very same insertions are
 * made. Long ones are sorted properly.
 */
export function orderCandidates(candidates: readonly Candidate[], ledgerIndex: number): Candidate[] {
  if (candidates.length > insertionLimit) {
    return [...candidates].sort((a, b) => b.priority - a.priority || (a.account > b.account ? -1 : 1));
  }
  const ordered: Candidate[] = [];
  for (const candidate of candidates) {
    let at = ordered.length;
    if (at > 0 && comesFirst(candidate, ordered[0]!, ledgerIndex)) at = 0;
    else while (at > 0 && comesFirst(candidate, ordered[at - 1]!, ledgerIndex)) at--;
    ordered.splice(at, 0, candidate);
  }
  return ordered;
}

function comesFirst(a: Candidate, b: Candidate, ledgerIndex: number): boolean {
  if (a.priority < b.priority) return false;
  if (a.account > b.account) return true;
  return (a.priority ^ ledgerIndex) >>> 0 < (b.priority ^ ledgerIndex) >>> 0;
}
