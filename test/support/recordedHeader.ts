import type { LedgerHeader } from "../../src/state/ledgerHeader.ts";
import type { RecordedHeader } from "../conformance/recording.ts";

/** A recorded header in the state's terms. */
export const headerOf = (recorded: RecordedHeader): LedgerHeader => ({
  ledgerIndex: Number(recorded.ledger_index),
  ledgerHash: recorded.ledger_hash,
  parentHash: recorded.parent_hash,
  accountHash: recorded.account_hash,
  transactionHash: recorded.transaction_hash,
  totalDrops: BigInt(recorded.total_coins),
  closeTime: recorded.close_time,
  parentCloseTime: recorded.parent_close_time,
  closeTimeResolution: recorded.close_time_resolution,
  closeFlags: recorded.close_flags,
});
