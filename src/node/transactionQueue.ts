import { type ApplyOutcome, applyTransaction } from "../engine/applyTransaction.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../protocol/types.ts";
import { AccountQueue } from "./accountQueue.ts";
import { plainFlags, type QueueFlags, type TransactionView } from "./attempt.ts";
import { baseLevel, FeeMetrics } from "./feeEscalation.ts";
import { feeLevelPaid } from "./feeLevel.ts";
import { OrderedSet } from "./orderedSet.ts";
import type { Pace } from "./pace.ts";
import { admit } from "./queueAdmission.ts";
import { compareQueued, type Queued } from "./queued.ts";
import { sequenceOrder } from "./sequenceOrder.ts";
import type { QueueSettings } from "./settings.ts";

/**
 * Transactions that pay too little for the open ledger wait here, ordered by fee level, until a ledger has room.
 *
 * Source: TxQ.cpp of the reference, which explains the rules at length.
 */
export class TransactionQueue {
  readonly metrics: FeeMetrics;
  readonly settings: QueueSettings;
  private readonly byFee = new OrderedSet<Queued>(compareQueued);
  /** Accounts stay, empty or not, until the next close: their penalties count until then. */
  private readonly accounts = new Map<AccountID, AccountQueue>();
  private limit: number | undefined;
  private arrivals = 0;

  constructor(settings: QueueSettings) {
    this.settings = settings;
    this.metrics = new FeeMetrics(settings);
  }

  get size(): number {
    return this.byFee.size;
  }

  /** How many may wait; undefined before the first close: no limit. */
  get maximumSize(): number | undefined {
    return this.limit;
  }

  /** Everything that waits, the highest fee level first. */
  all(): Iterable<Queued> {
    return this.byFee;
  }

  /** What the account has here; undefined if it had nothing since the last close. */
  account(account: AccountID): AccountQueue | undefined {
    return this.accounts.get(account);
  }

  /** Accounts with something here since the last close. */
  allAccounts(): Iterable<[AccountID, AccountQueue]> {
    return this.accounts;
  }

  /** The one that would have to leave first. */
  get cheapest(): Queued | undefined {
    return this.byFee.last;
  }

  /** The fee level below which nothing is considered. */
  get minimumLevel(): bigint {
    return this.isFull() ? this.byFee.last!.feeLevel + 1n : baseLevel;
  }

  isFull(percent = 100): boolean {
    return this.limit !== undefined && this.byFee.size >= Math.floor((this.limit * percent) / 100);
  }

  /** The level that takes a transaction into this view. */
  requiredLevel(view: TransactionView, preferQueue: boolean): bigint {
    const level = this.metrics.requiredLevel(view.transactions.size);
    const first = preferQueue ? this.byFee.first : undefined;
    return first !== undefined && first.feeLevel > level ? first.feeLevel : level;
  }

  /**
   * Applies a transaction to the view, queues it, or refuses it. Queued: terQUEUED, and not applied. Never throws:
   * the transaction is in the log already, and what ends the node once would end it again with every restart.
   */
  apply(view: TransactionView, transaction: SignedTransaction, flags: QueueFlags): ApplyOutcome {
    try {
      return this.applyDirectly(view, transaction, flags) ?? admit(this, view, transaction, flags);
    } catch (exception) {
      return { result: "tefEXCEPTION", applied: false, exception };
    }
  }

  /** Moves what the fees allow from here into a new open ledger, the highest fee level first. */
  async fill(view: TransactionView, pace: Pace): Promise<void> {
    let candidate = this.byFee.first;
    while (candidate !== undefined) {
      if (pace.isDue()) await pace.turn();
      const account = this.accounts.get(candidate.account)!;
      // Sequences go in their order; a candidate that is not its account's first gets its turn later.
      if (!candidate.isTicket && candidate !== account.transactions[0]) {
        candidate = this.byFee.after(candidate);
      } else if (candidate.feeLevel < this.requiredLevel(view, false)) {
        return;
      } else {
        candidate = this.tryCandidate(view, candidate, account);
      }
    }
  }

  /**
   * Learns from a closed ledger, and drops what has expired.
   * @param levels the fee levels that the ledger's transactions paid
   * @param slow whether closing took too long
   */
  ledgerClosed(ledgerIndex: number, levels: readonly bigint[], slow: boolean): void {
    this.metrics.update(levels, slow);
    if (!slow) {
      const { ledgersInQueue, minimumQueueSize } = this.settings;
      this.limit = Math.max(this.metrics.expectedSize * ledgersInQueue, minimumQueueSize);
    }
    for (const queued of [...this.byFee]) {
      if (queued.lastLedgerSequence !== undefined && queued.lastLedgerSequence <= ledgerIndex) {
        this.accounts.get(queued.account)!.dropPenalty = true;
        this.remove(queued);
      }
    }
    for (const [account, waiting] of this.accounts) {
      if (waiting.transactions.length === 0) this.accounts.delete(account);
    }
  }

  /** The first sequence that neither the ledger nor the queue has used; 0 without an account. */
  nextSequence(account: Readonly<AccountRoot> | undefined): number {
    if (account === undefined) return 0;
    let next = account.Sequence;
    for (const { order, consequences } of this.accounts.get(account.Account)?.from(next) ?? []) {
      if (next < order) break;
      next = order + consequences.sequencesConsumed;
    }
    return next;
  }

  /** A number for the next arrival. */
  nextArrival(): number {
    return this.arrivals++;
  }

  /** Puts a transaction back where it was, for a restart. */
  restore(queued: Queued): void {
    this.insert(queued);
    this.arrivals = Math.max(this.arrivals, queued.arrival + 1);
  }

  /** For a restart. Accounts that have nothing here are forgotten with the next close. */
  restorePenalty(account: AccountID, penalties: { readonly retry: boolean; readonly drop: boolean }): void {
    const waiting = this.accounts.get(account);
    if (waiting === undefined) return;
    waiting.retryPenalty = penalties.retry;
    waiting.dropPenalty = penalties.drop;
  }

  insert(queued: Queued): void {
    let waiting = this.accounts.get(queued.account);
    if (waiting === undefined) {
      waiting = new AccountQueue();
      this.accounts.set(queued.account, waiting);
    }
    waiting.add(queued);
    this.byFee.add(queued);
  }

  remove(queued: Queued): void {
    this.byFee.delete(queued);
    this.accounts.get(queued.account)!.remove(queued);
  }

  /** For a restart. */
  restoreLimit(limit: number | undefined): void {
    this.limit = limit;
  }

  /** Undefined if the fee does not buy a place, or the sequence has to wait for others. */
  private applyDirectly(
    view: TransactionView,
    transaction: SignedTransaction,
    flags: QueueFlags,
  ): ApplyOutcome | undefined {
    const { tx } = transaction;
    const account = view.read(keylet.account(tx.Account));
    if (account === undefined) return undefined;
    const order = sequenceOrder(tx);
    if (tx.Sequence === order && order !== account.Sequence) return undefined;
    if (feeLevelPaid(view, tx) < this.requiredLevel(view, flags.preferQueue)) return undefined;

    const attempt = applyTransaction(view, transaction, flags);
    if (attempt.applied) {
      const replaced = this.accounts.get(tx.Account)?.get(order);
      if (replaced !== undefined) this.remove(replaced);
    }
    return attempt;
  }

  /** Tries one transaction from the queue, and returns the one to look at next. */
  private tryCandidate(view: TransactionView, candidate: Queued, account: AccountQueue): Queued | undefined {
    const { result, applied } = applyTransaction(view, candidate.signed, plainFlags);
    if (applied) return this.removeAndAdvance(candidate, account);
    const isHopeless = result.startsWith("tef") || result.startsWith("tem");
    if (isHopeless || candidate.retriesRemaining <= 0) {
      if (candidate.retriesRemaining <= 0) account.retryPenalty = true;
      else account.dropPenalty = true;
      return this.removeAndAdvance(candidate, account);
    }
    if (account.retryPenalty && candidate.retriesRemaining > 2) candidate.retriesRemaining = 1;
    else candidate.retriesRemaining--;
    candidate.lastResult = result;
    if (!(account.dropPenalty && account.transactions.length > 1 && this.isFull(95))) {
      return this.byFee.after(candidate);
    }
    // The queue is almost full and this account has failed before. A ticket has no successors, so it goes itself;
    // of sequences the last one goes, as it needs all the others.
    if (candidate.isTicket) return this.removeAndAdvance(candidate, account);
    const last = account.transactions.at(-1)!;
    if (last !== candidate) this.remove(last);
    return this.byFee.after(candidate);
  }

  /**
   * The next to try after one is gone: its account's next if that has the higher fee level and was passed over for
   * its sake, else the next by fee level.
   */
  private removeAndAdvance(candidate: Queued, account: AccountQueue): Queued | undefined {
    const nextOfAccount = account.after(candidate.order);
    const nextByFee = this.byFee.after(candidate);
    this.remove(candidate);
    const useAccount =
      nextOfAccount !== undefined && (nextByFee === undefined || nextOfAccount.feeLevel > nextByFee.feeLevel);
    return useAccount ? nextOfAccount : nextByFee;
  }
}
