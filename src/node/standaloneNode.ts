import type { ApplyOutcome } from "../engine/applyTransaction.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { LedgerStore } from "../state/ledgerStore.ts";
import { StateTree } from "../state/tree/stateTree.ts";
import { mentionedAccounts } from "./affectedAccounts.ts";
import { announceClosed } from "./announce.ts";
import { isFault } from "./attempt.ts";
import { cacheSizes } from "./cacheSizes.ts";
import type { Clock } from "./clock.ts";
import { closeTimeAfter } from "./closeTime.ts";
import { startCloseTimer } from "./closeTimer.ts";
import { EntryCache } from "./entryCache.ts";
import type { ServerStatusEvent } from "./events.ts";
import { Intake, type SignatureVerifier } from "./intake.ts";
import type { Ledger } from "./ledger.ts";
import { LedgerMachine, type MachineOutcome } from "./ledgerMachine.ts";
import { networkFault } from "./networkFault.ts";
import {
  InvalidTransaction,
  type Node,
  type SimulateOutcome,
  type SubmitOptions,
  type SubmitOutcome,
} from "./node.ts";
import { NodeEventHub } from "./nodeEventHub.ts";
import { Pace } from "./pace.ts";
import { QueueFacts } from "./queueFacts.ts";
import { recover } from "./recovery.ts";
import type { NodeSettings } from "./settings.ts";
import { simulate } from "./simulate.ts";
import { StoredHistory } from "./storedHistory.ts";
import { StoredLedgers } from "./storedLedgers.ts";
import { submitWithReleased } from "./submitWithReleased.ts";
import type { CloseRecord, TransactionLog } from "./transactionLog.ts";
import { votes } from "./vote.ts";
import { Writer } from "./writer.ts";

/** What a node is made of. It closes the log and the store when it stops. */
export interface NodeParts {
  readonly settings: NodeSettings;
  /** With a ledger in it: see importGenesis and importSnapshot. */
  readonly store: LedgerStore;
  readonly log: TransactionLog;
  readonly clock: Clock;
  readonly verifier: SignatureVerifier;
  /** Told of mistakes of our own that did not stop the node: an exception or a broken invariant in a transaction. */
  readonly onFault?: ((transaction: SignedTransaction, outcome: ApplyOutcome) => void) | undefined;
  /** Told of a listener that threw while it heard an event. */
  readonly onListenerFault?: ((error: unknown) => void) | undefined;
  /** Told when the log or the store has failed: the node does nothing more. */
  readonly onFailure?: ((error: Error) => void) | undefined;
}

/**
 * Starts a node that is alone: it goes on from the store's last ledger with the records of the log after it, and
 * closes ledgers as its settings say.
 */
export async function startStandaloneNode(parts: NodeParts): Promise<Node> {
  const node = new StandaloneNode(parts);
  await node.start();
  return node;
}

class StandaloneNode implements Node {
  readonly settings: NodeSettings;
  readonly ledgers: StoredLedgers;
  readonly history: StoredHistory;
  readonly queue: QueueFacts;
  readonly events = new NodeEventHub((error) => this.parts.onListenerFault?.(error));
  readonly amendmentVotes: Set<Hash256>;
  private readonly parts: NodeParts;
  private readonly intake: Intake;
  private readonly writer: Writer;
  private readonly machine: LedgerMachine;
  private readonly statusEvent: ServerStatusEvent = {
    kind: "serverStatus",
    fees: () => this.queue.loadFees(),
  };
  /** The last ledger and those before it, while they are on their way to the disk. */
  private storing: Promise<void> = Promise.resolve();
  /** The last ledger's events, while they are being told. */
  private announcing: Promise<void> = Promise.resolve();
  /** A close that was begun because a transaction came, and has not taken its transactions yet. */
  private instantClose: Promise<Ledger> | undefined;
  private stopTimer = (): void => {};
  private failure: Error | undefined;

  constructor(parts: NodeParts) {
    const { settings, store } = parts;
    this.parts = parts;
    this.settings = settings;
    this.amendmentVotes = new Set(settings.amendmentVotes);
    const { baseFee: base, reserveBase, reserveIncrement } = settings;
    const fees = { base, units: 10, reserveBase, reserveIncrement };
    const { entries, treeBytes } = cacheSizes(settings.cacheBytes);
    this.ledgers = new StoredLedgers(store, fees, new EntryCache(entries));
    this.history = new StoredHistory(store);
    this.machine = new LedgerMachine(
      settings.queue,
      store,
      this.ledgers,
      StateTree.over(store, { cacheBytes: treeBytes }),
    );
    this.queue = new QueueFacts(this.machine);
    this.intake = new Intake(parts.verifier);
    this.writer = new Writer(parts.clock);
  }

  async start(): Promise<void> {
    const { store, log, clock } = this.parts;
    await recover(this.machine, store, log, this.pace());
    if (typeof this.settings.close === "object") {
      this.stopTimer = startCloseTimer(
        clock,
        this.settings.close.every,
        () => this.closeLedger(),
        (error) => this.fail(error),
      );
    }
  }

  submit(transaction: SignedTransaction, { failHard = false }: SubmitOptions = {}): Promise<SubmitOutcome> {
    return new Promise((resolve, reject) => {
      this.intake.check(transaction, (fault) => {
        const wrongNetwork = networkFault(transaction.tx, this.settings.networkId);
        if (fault !== undefined) reject(new InvalidTransaction(fault));
        else if (wrongNetwork !== undefined) resolve(notTried(wrongNetwork));
        else this.writer.run(() => this.write(transaction, failHard, resolve, reject));
      });
    });
  }

  simulate(transaction: SignedTransaction): SimulateOutcome {
    const wrongNetwork = networkFault(transaction.tx, this.settings.networkId);
    return simulate(this.machine.open, transaction, wrongNetwork);
  }

  closeLedger(closeTime?: number): Promise<Ledger> {
    return new Promise((resolve, reject) => {
      this.writer.run(() => this.close(closeTime).then(resolve, reject));
    });
  }

  async deleteHistoryBefore(ledgerIndex: number): Promise<number> {
    const { store } = this.parts;
    const { last } = store.range!;
    await store.prune(Math.min(ledgerIndex, last));
    return store.range!.first;
  }

  async settled(): Promise<void> {
    await this.writer.idle();
    await this.announcing;
    this.parts.store.hurry();
    await this.storing;
  }

  async stop(): Promise<void> {
    this.stopTimer();
    const stopped = new Error("the node is stopping");
    await this.settled();
    this.failure ??= stopped;
    await this.parts.log.close();
    await this.parts.store.close();
  }

  /** The writer's part of a submission: log it, try it, answer when the record is durable. */
  private write(
    transaction: SignedTransaction,
    failHard: boolean,
    resolve: (outcome: SubmitOutcome) => void,
    reject: (error: Error) => void,
  ): void {
    const { log } = this.parts;
    if (this.failure !== undefined) {
      reject(this.failure);
      return;
    }
    if (this.intake.knownOf(transaction.hash).isMalformed) {
      resolve(notTried("temBAD_SIGNATURE"));
      return;
    }
    try {
      log.append({ kind: "submission", blob: transaction.blob, failHard });
    } catch (error) {
      reject(this.fail(error));
      return;
    }
    let outcome: SubmitOutcome | undefined;
    try {
      submitWithReleased(this.machine, transaction, failHard, (tried, result) => {
        const facts = this.noteOutcome(tried, result, failHard);
        outcome ??= facts;
      });
    } catch (error) {
      // A mistake of our own. The one who submitted it is told so; the next one gets its turn all the same.
      reject(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const isInstant = this.settings.close === "instant" && this.machine.open.transactions.size > 0;
    const done: Promise<unknown> = isInstant ? Promise.all([log.flush(), this.closeSoon()]) : log.flush();
    done.then(
      () => resolve(outcome!),
      (error: unknown) => reject(this.fail(error)),
    );
  }

  private noteOutcome(
    transaction: SignedTransaction,
    outcome: MachineOutcome,
    failHard: boolean,
  ): SubmitOutcome {
    const { result, applied, queued, kept } = outcome;
    const known = this.intake.knownOf(transaction.hash);
    known.isGood = true;
    if (result.startsWith("tem")) known.isMalformed = true;
    const isPassedOn = (applied || queued) && (!failHard || result === "tesSUCCESS");
    const broadcast = isPassedOn && !known.wasBroadcast;
    if (isPassedOn) known.wasBroadcast = true;
    if (isFault(outcome)) this.parts.onFault?.(transaction, outcome);
    if (applied && this.events.isHeard) {
      this.events.emit({
        kind: "proposedTransaction",
        ledger: this.ledgers.current(),
        transaction,
        result,
        affectedAccounts: mentionedAccounts(transaction),
      });
      this.tellFees();
    }
    return {
      result,
      applied,
      broadcast,
      queued,
      kept,
      accepted: applied || broadcast || queued || kept,
      ledgerState: this.machine.ledgerState(transaction),
    };
  }

  /** A close for the transactions that have come in by the time it begins; one for all of them. */
  private closeSoon(): Promise<Ledger> {
    this.instantClose ??= new Promise((resolve, reject) => {
      setImmediate(() =>
        this.writer.run(() => {
          this.instantClose = undefined;
          return this.close(undefined).then(resolve, reject);
        }),
      );
    });
    return this.instantClose;
  }

  private async close(closeTime: number | undefined): Promise<Ledger> {
    if (this.failure !== undefined) throw this.failure;
    const { log, clock } = this.parts;
    const { closed } = this.machine;
    const record: CloseRecord = {
      kind: "close",
      ledgerIndex: closed.ledgerIndex + 1,
      closeTime: closeTime ?? closeTimeAfter(closed.header, clock.seconds()),
      pseudoTransactions: votes(closed, this.settings.feeVote, this.amendmentVotes).map(({ blob }) => blob),
    };
    try {
      const logPosition = log.append(record) + 1;
      const logged = log.flush();
      // It is awaited below; until then a failure must not count as unhandled.
      logged.catch(() => {});
      const result = await this.machine.close(record, logPosition, this.pace(), () => logged);
      this.finishStoring(result.stored, logPosition);
      for (const { transaction, outcome } of result.built.faults) this.parts.onFault?.(transaction, outcome);
      for (const hash of this.machine.open.transactions.keys()) {
        this.intake.knownOf(hash).wasBroadcast = true;
      }
      this.tellFees();
      const complete = this.ledgers.completeText();
      this.announcing = this.announcing.then(() =>
        announceClosed(this.events, result, complete, this.pace()),
      );
      return result.view;
    } catch (error) {
      throw this.fail(error);
    }
  }

  /** Once the ledger is in the store, the records that it was made of are not needed. */
  private finishStoring(stored: Promise<void>, logPosition: number): void {
    const { log, store } = this.parts;
    const { historyLedgers } = this.settings;
    this.storing = Promise.all([stored, this.storing])
      .then(async () => {
        await log.dropBefore(logPosition);
        const { first, last } = store.range!;
        // Not with every close: each pruning has its own cost.
        if (historyLedgers !== undefined && last - first >= historyLedgers + pruneEvery) {
          await store.prune(last - historyLedgers + 1);
        }
      })
      .catch((error: unknown) => {
        this.fail(error);
      });
  }

  private tellFees(): void {
    if (this.events.isHeard) this.events.emit(this.statusEvent);
  }

  private pace(): Pace {
    return new Pace(this.parts.clock);
  }

  private fail(cause: unknown): Error {
    if (this.failure === undefined) {
      this.failure = cause instanceof Error ? cause : new Error(String(cause));
      this.stopTimer();
      this.parts.onFailure?.(this.failure);
    }
    return this.failure;
  }
}

/** History beyond the setting is deleted in portions of so many ledgers. */
const pruneEvery = 64;

/** What is known to be malformed, and what is for another network, is not even tried. */
const notTried = (result: EngineResult): SubmitOutcome => ({
  result,
  applied: false,
  broadcast: false,
  queued: false,
  kept: false,
  accepted: false,
  ledgerState: undefined,
});
