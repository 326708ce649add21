import type { Transaction } from "../../engine/transaction.ts";
import type {
  LedgerClosedEvent,
  ProposedTransactionEvent,
  ServerStatusEvent,
  ValidatedTransactionEvent,
} from "../../node/events.ts";
import type { Ledger } from "../../node/ledger.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import type { Hash256 } from "../../protocol/types.ts";
import type { ApiVersion } from "../context.ts";
import { metadataJson } from "../deliveredAmount.ts";
import type { JsonObject } from "../json.ts";
import { addOwnerFunds } from "../ownerFunds.ts";
import type { Naming } from "../present.ts";
import { engineResultJson } from "../signing/signedJson.ts";
import { timeIso } from "../times.ts";
import { transactionAlone, transactionWithHash } from "../transactionJson.ts";

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
  ...(apiVersion > 1 && { network_id: networkId }),
});

/** The load on the server changed what transactions cost. */
export const serverStatusMessage = ({ fees }: ServerStatusEvent): JsonObject => ({
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
  apiVersion: ApiVersion,
): JsonObject =>
  finished(
    {
      type: "transaction",
      validated: false,
      ledger_current_index: ledger.ledgerIndex,
      status: "proposed",
      ...engineResultJson(result, naming),
    },
    { tx, hash, ledger },
    naming,
    apiVersion,
  );

/** A transaction is in a closed ledger. */
export function validatedMessage(
  { ledger, transaction }: ValidatedTransactionEvent,
  naming: Naming,
  apiVersion: ApiVersion,
): JsonObject {
  const { closeTime } = ledger.header;
  return finished(
    {
      type: "transaction",
      validated: true,
      ledger_index: ledger.ledgerIndex,
      ledger_hash: ledger.hash,
      ...(apiVersion > 1 && { close_time_iso: timeIso(closeTime) }),
      status: "closed",
      ...engineResultJson(transaction.result as EngineResult, naming),
      meta: metadataJson(transaction, closeTime, naming),
    },
    { tx: transaction.tx, hash: transaction.hash, ledger, date: closeTime },
    naming,
    apiVersion,
  );
}

interface Shown {
  readonly tx: Transaction;
  readonly hash: Hash256;
  readonly ledger: Ledger;
  readonly date?: number;
}

/** Adds the transaction itself, where each version wants it. */
function finished(
  message: JsonObject,
  { tx, hash, ledger, date }: Shown,
  naming: Naming,
  apiVersion: ApiVersion,
): JsonObject {
  const json = apiVersion === 1 ? transactionWithHash(tx, hash, naming) : transactionAlone(tx, naming);
  if (date !== undefined) json.date = date;
  addOwnerFunds(json, tx, ledger);
  if (apiVersion === 1) message.transaction = json;
  else Object.assign(message, { tx_json: json, hash });
  return message;
}
