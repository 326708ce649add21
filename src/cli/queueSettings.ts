import { defaultQueueSettings, type QueueSettings } from "../node/settings.ts";
import { ConfigurationError } from "./configurationError.ts";
import type { TransactionQueueSection } from "./configurationFile.ts";

/**
 * The queue's settings from `[transaction_queue]`, under the reference's names and with its bounds. A node alone
 * takes `minimum_txn_in_ledger_standalone` for the smallest ledger; `minimum_txn_in_ledger` is only checked.
 * @throws ConfigurationError
 */
export function queueSettings(section: TransactionQueueSection = {}): QueueSettings {
  const defaults = defaultQueueSettings;
  const minimum = section.minimum_txn_in_ledger_standalone ?? defaults.minimumTransactionsInLedger;
  const maximum = section.maximum_txn_in_ledger;
  for (const [key, least] of [
    ["minimum_txn_in_ledger", section.minimum_txn_in_ledger ?? 0],
    ["minimum_txn_in_ledger_standalone", minimum],
  ] as const) {
    if (maximum !== undefined && maximum < least) {
      throw new ConfigurationError(`transaction_queue.maximum_txn_in_ledger: less than ${key} (${least})`);
    }
  }
  const { minimum_escalation_multiplier: multiplier } = section;
  return {
    ledgersInQueue: section.ledgers_in_queue ?? defaults.ledgersInQueue,
    minimumQueueSize: section.minimum_queue_size ?? defaults.minimumQueueSize,
    retrySequencePercent: section.retry_sequence_percent ?? defaults.retrySequencePercent,
    minimumEscalationMultiplier:
      multiplier === undefined ? defaults.minimumEscalationMultiplier : BigInt(multiplier),
    minimumTransactionsInLedger: minimum,
    targetTransactionsInLedger: section.target_txn_in_ledger ?? defaults.targetTransactionsInLedger,
    maximumTransactionsInLedger: maximum,
    normalConsensusIncreasePercent: Math.min(
      section.normal_consensus_increase_percent ?? defaults.normalConsensusIncreasePercent,
      1000,
    ),
    slowConsensusDecreasePercent: Math.min(
      section.slow_consensus_decrease_percent ?? defaults.slowConsensusDecreasePercent,
      100,
    ),
    maximumTransactionsPerAccount: section.maximum_txn_per_account ?? defaults.maximumTransactionsPerAccount,
    minimumLastLedgerBuffer: section.minimum_last_ledger_buffer ?? defaults.minimumLastLedgerBuffer,
  };
}
