import type { Drops } from "../protocol/types.ts";
import { defineCommand } from "./command.ts";

/** What transactions must pay now, and how full ledger and queue are. */
export const fee = defineCommand({
  name: "fee",
  summary: "The current cost of transactions.",
  request: {},

  handle(_input, { node }) {
    const ledger = node.ledgers.current();
    const metrics = node.queue.metrics();
    const { referenceLevel, minimumLevel, medianLevel, openLedgerLevel } = metrics;
    const drops = (level: bigint): Drops => (level * ledger.fees.base) / referenceLevel;
    return {
      current_ledger_size: String(metrics.openLedgerCount),
      current_queue_size: String(metrics.queuedCount),
      drops: {
        base_fee: drops(referenceLevel).toString(),
        median_fee: drops(medianLevel).toString(),
        minimum_fee: drops(minimumLevel).toString(),
        // Rounded up: the fee that is just enough.
        open_ledger_fee: (drops(openLedgerLevel - 1n) + 1n).toString(),
      },
      expected_ledger_size: String(metrics.expectedLedgerSize),
      ledger_current_index: ledger.ledgerIndex,
      levels: {
        median_level: medianLevel.toString(),
        minimum_level: minimumLevel.toString(),
        open_ledger_level: openLedgerLevel.toString(),
        reference_level: referenceLevel.toString(),
      },
      ...(metrics.maxQueueSize !== undefined && { max_queue_size: String(metrics.maxQueueSize) }),
    };
  },
});
