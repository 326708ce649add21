import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Consequences, Transaction } from "../engine/transaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { AccountID, Drops, Hash256 } from "../protocol/types.ts";
import type { QueuedTransaction } from "./queueView.ts";
import { isTicketOrder, type SequenceOrder, sequenceNumber, sequenceOrder } from "./sequenceOrder.ts";

/** How often a queued transaction may fail to enter the ledger, for reasons that may pass, before it is dropped. */
export const retriesAllowed = 10;

/** A transaction in the queue. */
export class Queued implements QueuedTransaction {
  readonly signed: SignedTransaction;
  readonly feeLevel: bigint;
  readonly consequences: Consequences;
  /** Of two with the same fee level the earlier one goes first. */
  readonly arrival: number;
  readonly order: SequenceOrder;
  readonly preflightResult = "tesSUCCESS";
  retriesRemaining = retriesAllowed;
  lastResult: EngineResult | undefined;

  constructor(signed: SignedTransaction, feeLevel: bigint, consequences: Consequences, arrival: number) {
    this.signed = signed;
    this.feeLevel = feeLevel;
    this.consequences = consequences;
    this.arrival = arrival;
    this.order = sequenceOrder(signed.tx);
  }

  get hash(): Hash256 {
    return this.signed.hash;
  }
  get tx(): Transaction {
    return this.signed.tx;
  }
  get account(): AccountID {
    return this.signed.tx.Account;
  }
  get sequence(): number {
    return sequenceNumber(this.order);
  }
  get isTicket(): boolean {
    return isTicketOrder(this.order);
  }
  get fee(): Drops {
    return this.signed.tx.Fee;
  }
  get lastLedgerSequence(): number | undefined {
    return this.signed.tx.LastLedgerSequence;
  }
}

/** The highest fee level first, then the first that came. */
export const compareQueued = (a: Queued, b: Queued): number =>
  a.feeLevel === b.feeLevel ? a.arrival - b.arrival : a.feeLevel > b.feeLevel ? -1 : 1;
