import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { type Known, knownTransactions } from "./knownTransactions.ts";
import { failedLocalCheck } from "./localChecks.ts";

/** Checks the signatures of a serialized transaction: undefined where they hold, or the reason. */
export interface SignatureVerifier {
  verify(blob: Uint8Array): Promise<string | undefined>;
}

/** So many transactions are remembered at least, so that no signature is checked twice. */
const remembered = 20_000;

interface Arrival {
  readonly transaction: SignedTransaction;
  readonly known: Known;
  readonly proceed: (fault: string | undefined) => void;
  isChecked: boolean;
  fault: string | undefined;
}

/**
 * Where submissions come in. Signatures are checked on other threads, many at a time; what comes out keeps the order
 * in which it came in, so that one client's transactions are not shuffled.
 */
export class Intake {
  readonly knownOf = knownTransactions(remembered);
  private readonly verifier: SignatureVerifier;
  private readonly arrivals: Arrival[] = [];

  constructor(verifier: SignatureVerifier) {
    this.verifier = verifier;
  }

  /**
   * Calls `proceed` once the transaction has been checked and everything before it has proceeded: at once if it is
   * known already. `fault` says what is wrong with it, as the reference words it. `proceed` must not throw.
   */
  check(transaction: SignedTransaction, proceed: (fault: string | undefined) => void): void {
    const known = this.knownOf(transaction.hash);
    const isKnown = known.isGood || known.badSignature;
    const fault = isKnown ? faultOf(transaction, known) : undefined;
    if (isKnown && this.arrivals.length === 0) {
      proceed(fault);
      return;
    }
    const arrival: Arrival = { transaction, known, proceed, isChecked: isKnown, fault };
    this.arrivals.push(arrival);
    if (!isKnown) void this.verify(arrival);
  }

  private async verify(arrival: Arrival): Promise<void> {
    const { transaction, known } = arrival;
    try {
      const reason = await this.verifier.verify(transaction.blob);
      if (reason === undefined) known.isGood = true;
      else known.badSignature = true;
      // The first to submit it hears what is wrong with the signature, later ones only that it is bad.
      arrival.fault = reason ?? faultOf(transaction, known);
    } catch (error) {
      arrival.fault = `The signature could not be checked: ${error instanceof Error ? error.message : error}`;
    }
    arrival.isChecked = true;
    while (this.arrivals[0]?.isChecked) {
      const { proceed, fault } = this.arrivals.shift()!;
      proceed(fault);
    }
  }
}

/** What is wrong with a transaction whose signatures were looked at before. */
function faultOf(transaction: SignedTransaction, known: Known): string | undefined {
  if (known.badSignature) return "Transaction has bad signature.";
  if (known.badForm !== undefined) return "Local checks failed.";
  known.badForm = failedLocalCheck(transaction);
  return known.badForm;
}
