import { equalAmounts } from "../protocol/amounts/arithmetic.ts";
import { type EngineResult, isClaimed } from "../protocol/engineResults.ts";
import { keylet } from "../protocol/keylets.ts";
import type { Offer } from "../protocol/ledgerEntryFormats.ts";
import type { Amount, Drops, Hash256 } from "../protocol/types.ts";
import { buildMetadata, type Metadata } from "../state/metadata.ts";
import type { OpenView } from "../state/openView.ts";
import { Sandbox } from "../state/sandbox.ts";
import { usesTicket } from "./commonChecks.ts";
import { createInvariants } from "./invariants/createInvariants.ts";
import { deleteOffer } from "./offer/deleteOffer.ts";
import { preclaim } from "./preclaim.ts";
import { transactionDefinition } from "./registry.ts";
import type { SignedTransaction } from "./signedTransaction.ts";
import { removeTicket } from "./ticket/removeTicket.ts";
import type { ApplyFlags } from "./transaction.ts";

/** A transaction that is in a ledger. Its metadata is the outcome's alone: a large ledger has too much of it to hold. */
export interface AppliedTransaction extends SignedTransaction {
  readonly result: EngineResult;
}

/** What became of a transaction that was tried on a ledger. */
export interface ApplyOutcome {
  readonly result: EngineResult;
  /** Whether it is in the ledger now: with its effects, or for a tec with its fee alone. */
  readonly applied: boolean;
  /** What it changed, where it was applied. The open ledger makes none. */
  readonly metadata?: Metadata | undefined;
  /** Behind a tefEXCEPTION: what our code threw, for the log. */
  readonly exception?: unknown;
  /** Behind tecINVARIANT_FAILED and tefINVARIANT_FAILED: what does not hold, for the log. */
  readonly violations?: readonly string[];
}

/** Entries that one transaction may touch; beyond it, tecOVERSIZE. */
const maximumEntries = 5200;
/** Dead offers that a failed transaction may still remove. */
const maximumOffersRemoved = 1000;

/**
 * Tries a transaction on a ledger in the making, and adds it when it succeeds or claims its fee. Leaves the view as it
 * was otherwise. Deterministic: the same view and transaction give the same changes, byte by byte.
 */
export function applyTransaction(
  view: OpenView<AppliedTransaction>,
  transaction: SignedTransaction,
  flags: ApplyFlags,
): ApplyOutcome {
  try {
    return applyAfterPreclaim(view, transaction, flags, preclaim(transaction, view, flags));
  } catch (exception) {
    return { result: "tefEXCEPTION", applied: false, exception };
  }
}

/** As {@link applyTransaction}, with the answer that preclaim gave for the same view. */
export function applyAfterPreclaim(
  view: OpenView<AppliedTransaction>,
  transaction: SignedTransaction,
  flags: ApplyFlags,
  preclaimed: EngineResult,
): ApplyOutcome {
  const isHardFail = isClaimed(preclaimed) && !flags.retry;
  if (preclaimed !== "tesSUCCESS" && !isHardFail) return { result: preclaimed, applied: false };
  try {
    return new Application(view, transaction, flags).run(preclaimed);
  } catch (exception) {
    return { result: "tefEXCEPTION", applied: false, exception };
  }
}

/** One transaction being applied: its sandbox, which may be dropped and begun again to claim just the fee. */
class Application {
  private readonly view: OpenView<AppliedTransaction>;
  private readonly transaction: SignedTransaction;
  private readonly flags: ApplyFlags;
  private sandbox: Sandbox;
  private fee: Drops;
  private delivered: Amount | undefined;

  constructor(view: OpenView<AppliedTransaction>, transaction: SignedTransaction, flags: ApplyFlags) {
    this.view = view;
    this.transaction = transaction;
    this.flags = flags;
    this.sandbox = new Sandbox(view);
    this.fee = transaction.tx.Fee;
  }

  /** Source: the reference's Transactor.cpp, operator(). */
  run(preclaimed: EngineResult): ApplyOutcome {
    let result = preclaimed === "tesSUCCESS" ? this.execute() : preclaimed;
    if (this.sandbox.changes.size > maximumEntries) result = "tecOVERSIZE";

    if (isClaimed(result)) {
      if (this.flags.failHard) return { result, applied: false };
      const removesDeadOffers = result === "tecOVERSIZE" || result === "tecKILLED";
      // Another try may do better: nothing is claimed before the last one.
      if (this.flags.retry && !removesDeadOffers) return { result, applied: false };
      const deadOffers = removesDeadOffers ? this.deadOffers() : [];
      const claimed = this.claimFee();
      if (claimed !== "tesSUCCESS") return { result: claimed, applied: false };
      for (const key of deadOffers) this.removeOffer(key);
    } else if (result !== "tesSUCCESS") {
      return { result, applied: false };
    }

    let violations = this.violations(result);
    if (violations.length > 0) {
      const first = violations;
      result = "tecINVARIANT_FAILED";
      const claimed = this.claimFee();
      if (claimed !== "tesSUCCESS") return { result: claimed, applied: false, violations: first };
      violations = this.violations(result);
      if (violations.length > 0) {
        return { result: "tefINVARIANT_FAILED", applied: false, violations: [...first, ...violations] };
      }
      return { ...this.commit(result), violations: first };
    }
    return this.commit(result);
  }

  /** Takes the fee and the sequence or ticket, then does what the type does. */
  private execute(): EngineResult {
    const { tx, hash } = this.transaction;
    const definition = transactionDefinition(tx.TransactionType);
    if (definition === undefined) return "temUNKNOWN";
    const sender = definition.isPseudo ? undefined : this.sandbox.peek(keylet.account(tx.Account));
    const priorBalance = sender?.Balance ?? 0n;
    if (sender !== undefined) {
      const used = this.useSequence();
      if (used !== "tesSUCCESS") return used;
      sender.Balance = priorBalance - this.fee;
      if (sender.AccountTxnID !== undefined) sender.AccountTxnID = hash;
    }
    return definition.apply({
      tx,
      hash,
      view: this.sandbox,
      rules: this.view.rules,
      flags: this.flags,
      priorBalance,
      sourceBalance: priorBalance - this.fee,
      deliver: (amount) => {
        this.delivered = amount;
      },
    });
  }

  private useSequence(): EngineResult {
    const { tx } = this.transaction;
    if (usesTicket(tx)) {
      const ticket = this.sandbox.peek(keylet.ticket(tx.Account, tx.TicketSequence!));
      return ticket === undefined ? "tefBAD_LEDGER" : removeTicket(this.sandbox, ticket);
    }
    const sender = this.sandbox.peek(keylet.account(tx.Account));
    if (sender === undefined) return "tefINTERNAL";
    sender.Sequence = tx.Sequence + 1;
    return "tesSUCCESS";
  }

  /** Drops everything that was done and takes the fee alone: all of it, or what is left in the account. */
  private claimFee(): EngineResult {
    this.sandbox = new Sandbox(this.view);
    this.delivered = undefined;
    const sender = this.sandbox.peek(keylet.account(this.transaction.tx.Account));
    if (sender === undefined) return "tefINTERNAL";
    if (this.fee > sender.Balance) this.fee = sender.Balance;
    sender.Balance -= this.fee;
    return this.useSequence();
  }

  /** Offers that went without being crossed: found expired or unfunded. They go even if the transaction fails. */
  private deadOffers(): Hash256[] {
    const dead: Hash256[] = [];
    for (const [key, { kind, entry }] of this.sandbox.changes) {
      if (kind !== "erased" || entry.LedgerEntryType !== "Offer") continue;
      const before = this.view.readKey(key) as Readonly<Offer> | undefined;
      if (before !== undefined && equalAmounts(before.TakerPays, entry.TakerPays)) dead.push(key);
    }
    return dead.sort().slice(0, maximumOffersRemoved);
  }

  private removeOffer(key: Hash256): void {
    const offer = this.sandbox.peek<Offer>({ type: "Offer", key });
    if (offer !== undefined) deleteOffer(this.sandbox, offer);
  }

  private violations(result: EngineResult): string[] {
    const invariants = createInvariants();
    for (const [key, { kind, entry }] of this.sandbox.changes) {
      const before = kind === "inserted" ? undefined : this.view.readKey(key);
      for (const invariant of invariants) invariant.visit(before, entry, kind === "erased");
    }
    const { tx } = this.transaction;
    const violations: string[] = [];
    for (const invariant of invariants) {
      const violation = invariant.finalize(tx, result, this.fee, this.sandbox);
      if (violation !== undefined) violations.push(violation);
    }
    return violations;
  }

  private commit(result: EngineResult): ApplyOutcome {
    const { tx, hash, blob, wellFormedUnder } = this.transaction;
    let metadata: Metadata | undefined;
    if (!this.view.open) {
      metadata = buildMetadata(this.sandbox, this.view, {
        hash,
        result,
        transactionIndex: this.view.transactions.size,
        delivered: this.delivered,
      });
      this.sandbox.destroyDrops(this.fee);
    }
    this.sandbox.applyTo(this.view);
    this.view.addTransaction({ tx, hash, blob, wellFormedUnder, result });
    return { result, applied: true, metadata };
  }
}
