import type { LedgerTransaction } from "../node/ledger.ts";
import type { Amount } from "../protocol/types.ts";
import type { JsonObject } from "./json.ts";
import { amountJson, type Naming, objectJson } from "./present.ts";

/** Since this ledger, and since this close time, metadata says when less than Amount arrived. */
const firstTellingLedger = 4_594_095;
const firstTellingTime = 446_000_000;

/** Shown where nobody can say any more what arrived. */
export const unknownDelivery = "unavailable";

/** Whether something may have arrived with a transaction of this type and result. */
export const mayDeliver = ({ type, result }: Pick<LedgerTransaction, "type" | "result">): boolean =>
  result === "tesSUCCESS" && (type === "Payment" || type === "CheckCash" || type === "AccountDelete");

/** Whether a transaction's Amount arrived unless its metadata says otherwise. */
export const tellsDelivery = (ledgerIndex: number, closeTime: number): boolean =>
  ledgerIndex >= firstTellingLedger || closeTime > firstTellingTime;

/**
 * A transaction's metadata, with `delivered_amount` where something may have arrived: what the metadata says, or
 * else the transaction's Amount. Source: DeliveredAmount.cpp.
 * @param closeTime of the transaction's ledger
 */
export function metadataJson(
  transaction: Pick<LedgerTransaction, "tx" | "type" | "result" | "metadata" | "ledgerIndex">,
  closeTime: number,
  naming: Naming,
): JsonObject {
  const json = objectJson(transaction.metadata!, naming);
  if (!mayDeliver(transaction)) return json;
  const told = transaction.metadata!.DeliveredAmount as Amount | undefined;
  const { Amount: asked } = transaction.tx as { Amount?: Amount };
  const delivered = told ?? (tellsDelivery(transaction.ledgerIndex, closeTime) ? asked : undefined);
  json.delivered_amount = delivered === undefined ? unknownDelivery : amountJson(delivered, naming);
  return json;
}
