import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { Drops, Hash256 } from "../protocol/types.ts";
import type { Metadata } from "../state/metadata.ts";
import type { NodeEvents } from "./events.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger.ts";
import type { Ledgers } from "./ledgers.ts";
import type { QueueView } from "./queueView.ts";
import type { NodeSettings } from "./settings.ts";

/** What a submitter may ask for. */
export interface SubmitOptions {
  /** Neither hold nor queue it, nor try it again. */
  readonly failHard?: boolean;
}

/** What became of a submission: the facts in `submit`'s reply. */
export interface SubmitOutcome {
  readonly result: EngineResult;
  /** In the open ledger now. */
  readonly applied: boolean;
  /** Passed on: applied or queued, and not passed on before. */
  readonly broadcast: boolean;
  readonly queued: boolean;
  /** Will be tried again when ledgers close. */
  readonly kept: boolean;
  /** Any of the four. */
  readonly accepted: boolean;
  /** Undefined for a blob that was found malformed by an earlier submission and not tried again. */
  readonly ledgerState: SubmitLedgerState | undefined;
}

/** What the sender's next transaction depends on, after this one. */
export interface SubmitLedgerState {
  /** The account's sequence in the open ledger; 0 without an account. */
  readonly accountSequenceNext: number;
  /** The first sequence that neither the ledger nor the queue has used. */
  readonly accountSequenceAvailable: number;
  /** What the transaction would have to pay to enter the open ledger now. */
  readonly openLedgerCost: Drops;
  readonly validatedLedgerIndex: number;
}

/** What a dry run gives. */
export interface SimulateOutcome {
  readonly result: EngineResult;
  readonly applied: boolean;
  readonly metadata: Metadata | undefined;
  readonly metadataBlob: Uint8Array | undefined;
  readonly ledgerIndex: number;
}

/** Why a submission was not even tried: the blob's signature or form is bad. Shown as invalidTransaction. */
export class InvalidTransaction extends Error {
  override readonly name = "InvalidTransaction";
}

/** The running ledger: what commands act on. */
export interface Node {
  readonly settings: NodeSettings;
  readonly ledgers: Ledgers;
  readonly history: History;
  readonly queue: QueueView;
  readonly events: NodeEvents;
  /** Amendments that this node votes for, by id. Begins with the settings' and may be changed at any time. */
  readonly amendmentVotes: Set<Hash256>;

  /**
   * Checks the signature and the local rules on a worker, logs the submission, tries it on the open ledger, and
   * answers when its record is durable. Rejects with InvalidTransaction when the checks fail, and with another
   * error when the log cannot write (the node stops then).
   */
  submit(transaction: SignedTransaction, options?: SubmitOptions): Promise<SubmitOutcome>;
  /** Tries it on a copy of the open ledger, signature aside. Nothing is kept, logged or heard. */
  simulate(transaction: SignedTransaction): SimulateOutcome;
  /**
   * Closes the open ledger and answers with the closed one, durable and validated. `closeTime` (seconds since
   * 2000-01-01) is used as given; without it the clock's, at least one second after the parent's.
   */
  closeLedger(closeTime?: number): Promise<Ledger>;
  /** Deletes history before this ledger (the can_delete command). Returns the first ledger kept. */
  deleteHistoryBefore(ledgerIndex: number): Promise<number>;
  /** Fulfilled when every submission and close asked for so far is done. */
  settled(): Promise<void>;
  /** Finishes what is under way and closes log and store. */
  stop(): Promise<void>;
}
