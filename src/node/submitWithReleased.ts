import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { LedgerMachine, MachineOutcome } from "./ledgerMachine.ts";

/**
 * Submits a client's transaction, and after it those of the same sender that were held until it came, as far as they
 * go through.
 * @param onOutcome told of each one, the client's first, before the next is tried
 */
export function submitWithReleased(
  machine: LedgerMachine,
  transaction: SignedTransaction,
  failHard: boolean,
  onOutcome: (transaction: SignedTransaction, outcome: MachineOutcome) => void,
): void {
  const first = machine.submit(transaction, failHard, true);
  onOutcome(transaction, first);
  let { released } = first;
  while (released !== undefined) {
    const outcome = machine.submit(released, false, false);
    onOutcome(released, outcome);
    released = outcome.released;
  }
}
