import { parseTransaction } from "../engine/signedTransaction.ts";
import type { LedgerStore } from "../state/ledgerStore.ts";
import { readCarriedState } from "./carriedState.ts";
import type { LedgerMachine } from "./ledgerMachine.ts";
import type { Pace } from "./pace.ts";
import { submitWithReleased } from "./submitWithReleased.ts";
import type { TransactionLog } from "./transactionLog.ts";

/**
 * Brings a machine to where the log ends: what the store's last ledger left behind, then the records after it. Closes
 * that had not reached the store happen again, with the same result.
 */
export async function recover(
  machine: LedgerMachine,
  store: LedgerStore,
  log: TransactionLog,
  pace: Pace,
): Promise<void> {
  const carried = readCarriedState(store, machine.closed.ledgerIndex);
  if (carried !== undefined) await machine.resume(carried, pace);
  const position = carried?.logPosition ?? 0;
  log.skipTo(position);
  let stored: Promise<void> | undefined;
  for await (const entry of log.read(position)) {
    const { record } = entry;
    if (record.kind === "submission") {
      // The signature was checked before the record was written.
      submitWithReleased(machine, parseTransaction(record.blob), record.failHard, () => {});
    } else if (record.ledgerIndex === machine.open.ledgerIndex) {
      ({ stored } = await machine.close(record, entry.position + 1, pace, async () => {}));
      // It is awaited below; until then a failure must not count as unhandled.
      stored.catch(() => {});
    }
    if (pace.isDue()) await pace.turn();
  }
  await stored;
}
