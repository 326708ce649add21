import type { QueuedTransaction } from "../node/queueView.ts";
import type { JsonObject } from "./json.ts";

/** What account_info and ledger both tell of a waiting transaction. */
export const queuedTransactionJson = (queued: QueuedTransaction): JsonObject => ({
  fee_level: queued.feeLevel.toString(),
  ...(queued.lastLedgerSequence !== undefined && { LastLedgerSequence: queued.lastLedgerSequence }),
  fee: queued.fee.toString(),
  max_spend_drops: (queued.fee + queued.consequences.potentialSpend).toString(),
  auth_change: queued.consequences.isBlocker,
});
