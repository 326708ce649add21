import type {
  LedgerClosedEvent,
  ProposedTransactionEvent,
  ValidatedTransactionEvent,
} from "../../node/events.ts";
import type { Ledger } from "../../node/ledger.ts";
import type { LoadFees } from "../../node/queueView.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import type { ApiVersion } from "../context.ts";
import { metadataJson } from "../deliveredAmount.ts";
import type { JsonObject } from "../json.ts";
import { ownerFundsJson } from "../ownerFunds.ts";
import type { Naming } from "../present.ts";
import { engineResultJson } from "../signing/signedJson.ts";
import { replyForms } from "../versions/replyForms.ts";

/** Fees and reserves as streams tell them: drops as numbers. */
export const feesJson = ({ fees }: Ledger): JsonObject => ({
  fee_ref: fees.units,
  fee_base: Number(fees.base),
  reserve_base: Number(fees.reserveBase),
  reserve_inc: Number(fees.reserveIncrement),
});

/** A ledger was closed. */
export const ledgerClosedMessage = (
  { ledger, transactionCount, completeLedgers }: LedgerClosedEvent,
  networkId: number,
  apiVersion: ApiVersion,
): JsonObject => ({
  type: "ledgerClosed",
  ledger_index: ledger.ledgerIndex,
  ledger_hash: ledger.hash,
  ledger_time: ledger.header.closeTime,
  ...feesJson(ledger),
  txn_count: transactionCount,
  validated_ledgers: completeLedgers,
  ...replyForms[apiVersion].network(networkId),
});

/** The load on the server changed what transactions cost. */
export const serverStatusMessage = (fees: LoadFees): JsonObject => ({
  type: "serverStatus",
  server_status: "full",
  load_base: fees.loadBase,
  load_factor: Number(fees.loadFactor),
  load_factor_server: fees.loadFactorServer,
  load_factor_fee_escalation: Number(fees.feeEscalation),
  load_factor_fee_queue: Number(fees.feeQueue),
  load_factor_fee_reference: Number(fees.feeReference),
  base_fee: Number(fees.baseFee),
});

/** A transaction entered the open ledger. */
export const proposedMessage = (
  { ledger, transaction: { tx, hash }, result }: ProposedTransactionEvent,
  naming: Naming,
  networkId: number,
  apiVersion: ApiVersion,
): JsonObject => ({
  type: "transaction",
  validated: false,
  ledger_current_index: ledger.ledgerIndex,
  status: "proposed",
  ...engineResultJson(result, naming),
  ...replyForms[apiVersion].toldTransaction(
    { tx, hash, ownerFunds: ownerFundsJson(tx, ledger) },
    naming,
    networkId,
  ),
});

/** A transaction is in a closed ledger. */
export function validatedMessage(
  { ledger, transaction }: ValidatedTransactionEvent,
  naming: Naming,
  networkId: number,
  apiVersion: ApiVersion,
): JsonObject {
  const { tx, hash, result } = transaction;
  const closed = { ledger, transactionIndex: transaction.transactionIndex! };
  return {
    type: "transaction",
    validated: true,
    ledger_index: ledger.ledgerIndex,
    ledger_hash: ledger.hash,
    status: "closed",
    ...engineResultJson(result as EngineResult, naming),
    meta: metadataJson(transaction, ledger.header.closeTime, naming),
    ...replyForms[apiVersion].toldTransaction(
      { tx, hash, ownerFunds: ownerFundsJson(tx, ledger), closed },
      naming,
      networkId,
    ),
  };
}
