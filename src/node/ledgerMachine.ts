import type { ApplyOutcome } from "../engine/applyTransaction.ts";
import { consequences } from "../engine/consequences.ts";
import { minimumFee } from "../engine/minimumFee.ts";
import { parseTransaction, type SignedTransaction } from "../engine/signedTransaction.ts";
import { keylet } from "../protocol/keylets.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { LedgerStore } from "../state/ledgerStore.ts";
import { zeroHash } from "../state/newEntry.ts";
import { OpenView } from "../state/openView.ts";
import type { StateTree } from "../state/tree/stateTree.ts";
import { plainFlags, type TransactionView } from "./attempt.ts";
import { CanonicalSet } from "./canonicalSet.ts";
import { type CarriedState, CarriedStateWriter, type QueuedState, WaitingList } from "./carriedState.ts";
import type { ClosedLedgerView } from "./closedLedgerView.ts";
import { type BuiltLedger, buildLedger } from "./closing.ts";
import { derivedChanges } from "./derived/derivedIndexes.ts";
import { baseLevel, mulDiv } from "./feeEscalation.ts";
import { feeLevelPaid } from "./feeLevel.ts";
import { LocalTransactions } from "./localTransactions.ts";
import { fillOpenLedger } from "./nextOpenLedger.ts";
import type { SubmitLedgerState } from "./node.ts";
import { OpenLedgerView } from "./openLedgerView.ts";
import type { Pace } from "./pace.ts";
import { Queued } from "./queued.ts";
import type { QueueSettings } from "./settings.ts";
import type { StoredLedgers } from "./storedLedgers.ts";
import type { CloseRecord } from "./transactionLog.ts";
import { TransactionQueue } from "./transactionQueue.ts";

/** What a submission did. */
export interface MachineOutcome extends ApplyOutcome {
  readonly queued: boolean;
  /** Will be tried again. */
  readonly kept: boolean;
  /** The sender's next transaction, if it was held until this one was applied: to be submitted now. */
  readonly released: SignedTransaction | undefined;
}

/** A closed ledger on its way into the store; reads see it already. */
export interface ClosedLedger {
  readonly built: BuiltLedger;
  readonly view: ClosedLedgerView;
  /** Fulfilled when it is durable in the store. */
  readonly stored: Promise<void>;
}

/**
 * The ledger as a state machine: a closed ledger, and records in their order, give the next closed ledger. No clock,
 * no randomness; the same records lead to the same bytes on every machine. One call at a time.
 *
 * Sources: NetworkOPs.cpp (submissions) and RCLConsensus.cpp (closes) of the reference, as they work when it is alone.
 */
export class LedgerMachine {
  readonly queue: TransactionQueue;
  private readonly store: LedgerStore;
  private readonly ledgers: StoredLedgers;
  private readonly tree: StateTree;
  private readonly carriedWriter = new CarriedStateWriter();
  private readonly locals = new LocalTransactions();
  /** Failed for now: tried when their sender's transaction before is applied, and once more when the ledger closes. */
  private held = new CanonicalSet(zeroHash);
  /** How often a transaction was left over by a close. */
  private recoveries: ReadonlyMap<Hash256, number> = new Map();
  private openView: TransactionView;

  constructor(settings: QueueSettings, store: LedgerStore, ledgers: StoredLedgers, tree: StateTree) {
    this.store = store;
    this.ledgers = ledgers;
    this.tree = tree;
    this.queue = new TransactionQueue(settings);
    this.openView = openViewAfter(ledgers.closed());
    ledgers.publish(ledgers.closed(), new OpenLedgerView(this.openView, ledgers.closed()));
  }

  get open(): TransactionView {
    return this.openView;
  }

  get closed(): ClosedLedgerView {
    return this.ledgers.closed();
  }

  /** Takes up what the last closed ledger left, after a restart. */
  async resume(state: CarriedState, pace: Pace): Promise<void> {
    this.queue.metrics.restore(state.metrics);
    this.queue.restoreLimit(state.queueLimit);
    const recoveries = new Map<Hash256, number>();
    for (const { transaction, queued, localUntil, recoveries: count } of state.waiting) {
      if (queued !== undefined) this.queue.restore(restoredQueued(transaction, queued));
      if (localUntil !== undefined) this.locals.restore({ transaction, lastLedger: localUntil });
      if (count !== undefined) recoveries.set(transaction.hash, count);
    }
    for (const penalties of state.penalties) this.queue.restorePenalty(penalties.account, penalties);
    this.recoveries = recoveries;
    this.carriedWriter.resume(state);
    this.held = new CanonicalSet(this.closed.parentHash);
    await this.beginOpenLedger(this.closed, state, () => false, pace);
  }

  /**
   * Tries a transaction on the open ledger.
   * @param isLocal whether a client of this node submitted it, rather than the node itself trying it again
   */
  submit(transaction: SignedTransaction, failHard: boolean, isLocal: boolean): MachineOutcome {
    const outcome = this.queue.apply(this.openView, transaction, { ...plainFlags, failHard });
    const { result } = outcome;
    const released = result === "tesSUCCESS" ? this.held.takeNext(transaction) : undefined;
    const queued = result === "terQUEUED";
    let kept = queued || (result.startsWith("ter") && !failHard);
    if (kept) this.held.add(transaction);
    if (isLocal && (!failHard || result === "tesSUCCESS")) {
      this.locals.add(transaction, this.openView.ledgerIndex);
      kept = true;
    }
    return { queued, kept, released, ...outcome };
  }

  /** What a sender wants to know for its next transaction. */
  ledgerState({ tx }: SignedTransaction): SubmitLedgerState {
    const account = this.openView.read(keylet.account(tx.Account));
    const level = this.queue.metrics.requiredLevel(this.openView.transactions.size);
    return {
      accountSequenceNext: account?.Sequence ?? 0,
      accountSequenceAvailable: this.queue.nextSequence(account),
      openLedgerCost: mulDiv(level, minimumFee(tx, this.openView), baseLevel),
      validatedLedgerIndex: this.closed.ledgerIndex,
    };
  }

  /**
   * Closes the open ledger: stores the closed one, with everything that is needed to go on after it, and opens the
   * next. Queries see the ledgers from before until both are there.
   * @param logPosition the position of the record after this one
   * @param beforeStoring awaited before anything is stored: what the ledger is made of must be durable first
   */
  async close(
    record: CloseRecord,
    logPosition: number,
    pace: Pace,
    beforeStoring: () => Promise<void>,
  ): Promise<ClosedLedger> {
    await this.tryHeld(pace);
    const pseudo = record.pseudoTransactions.map((blob) => parseTransaction(blob));
    const set = [...this.openView.transactions.values(), ...pseudo];
    const built = await buildLedger(this.closed, set, record.closeTime, this.tree, pace);
    const { ledgerIndex } = built.header;

    const levels: bigint[] = [];
    for (const { tx } of built.transactions) {
      levels.push(feeLevelPaid(built.view, tx));
      if (pace.isDue()) await pace.turn();
    }
    this.queue.ledgerClosed(ledgerIndex, levels, false);
    await pace.turnIfDue();
    const state = this.stateAfter(built, logPosition);
    for (const [key, entry] of built.view.changes) {
      this.ledgers.cache.set(key, entry, ledgerIndex);
      if (pace.isDue()) await pace.turn();
    }

    await beforeStoring();
    await this.store.room();
    const derived = [
      ...(await this.carriedWriter.changes(state, pace)),
      ...(await derivedChanges(this.store, this.closed, built.view.changes, pace)),
    ];
    const stored = this.store.commit({ ...built.commit, derived });
    const view = this.ledgers.prepare(built.header);
    await pace.turnIfDue();
    await this.beginOpenLedger(view, state, (hash) => built.view.transactions.has(hash), pace);
    return { built, view, stored };
  }

  /** Tries what was held once more, and forgets it: clients' transactions are kept as such too. */
  private async tryHeld(pace: Pace): Promise<void> {
    const held = [...this.held];
    this.held = new CanonicalSet(this.openView.parentHash);
    for (const transaction of held) {
      this.queue.apply(this.openView, transaction, plainFlags);
      if (pace.isDue()) await pace.turn();
    }
  }

  /** What is left when a ledger has closed: with the ledger itself, all that the next one depends on. */
  private stateAfter({ view, retries, setHash }: BuiltLedger, logPosition: number): CarriedState {
    const waiting = new WaitingList();
    for (const queued of this.queue.all()) waiting.note(queued.signed, { queued });
    for (const { transaction, lastLedger } of this.locals.all()) {
      if (!view.transactions.has(transaction.hash)) waiting.note(transaction, { localUntil: lastLedger });
    }
    const recoveries = new Map<Hash256, number>();
    for (const [hash, transaction] of this.openView.transactions) {
      if (view.transactions.has(hash)) continue;
      recoveries.set(hash, (this.recoveries.get(hash) ?? 0) + 1);
      waiting.note(transaction, { recoveries: recoveries.get(hash) });
    }
    this.recoveries = recoveries;
    for (const transaction of retries) {
      if (this.openView.transactions.has(transaction.hash)) waiting.note(transaction, { isRetry: true });
    }
    const penalties = [...this.queue.allAccounts()].map(([account, { retryPenalty, dropPenalty }]) => ({
      account,
      retry: retryPenalty,
      drop: dropPenalty,
    }));
    return {
      logPosition,
      metrics: this.queue.metrics.state,
      queueLimit: this.queue.maximumSize,
      penalties: penalties.filter(({ retry, drop }) => retry || drop),
      setHash,
      waiting: waiting.all(),
    };
  }

  /** Makes the open ledger after this one, fills it with what waits, and shows both. */
  private async beginOpenLedger(
    closed: ClosedLedgerView,
    { waiting, setHash }: CarriedState,
    isClosed: (hash: Hash256) => boolean,
    pace: Pace,
  ): Promise<void> {
    const view = openViewAfter(closed);
    const carried = {
      unapplied: waiting
        .filter(({ recoveries }) => recoveries !== undefined)
        // Every second time only: what the queue keeps refusing must not stay for ever.
        .map(({ transaction, recoveries }) => ({ transaction, recover: recoveries! % 2 !== 0 })),
      retries: waiting.filter(({ isRetry }) => isRetry).map(({ transaction }) => transaction),
      setHash,
      locals: this.locals.missing(isClosed),
    };
    await fillOpenLedger(view, this.queue, carried, pace);
    this.openView = view;
    this.ledgers.publish(closed, new OpenLedgerView(view, closed));
    this.locals.sweep(closed, isClosed);
  }
}

const openViewAfter = (closed: ClosedLedgerView): TransactionView =>
  new OpenView(closed, {
    ledgerIndex: closed.ledgerIndex + 1,
    parentHash: closed.hash,
    parentCloseTime: closed.header.closeTime,
    open: true,
    rules: closed.rules,
    fees: closed.fees,
  });

function restoredQueued(transaction: SignedTransaction, state: QueuedState): Queued {
  const queued = new Queued(transaction, state.feeLevel, consequences(transaction.tx), state.arrival);
  queued.retriesRemaining = state.retriesRemaining;
  queued.lastResult = state.lastResult;
  return queued;
}
