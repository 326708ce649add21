import type { LedgerTransaction } from "../node/ledger.ts";
import type { Amount } from "../protocol/types.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { amountJson, type Naming, objectJson } from "./present.ts";

/** Since this ledger, and since this close time, metadata says when less than Amount arrived. */
const firstTellingLedger = 4_594_095;
const firstTellingTime = 446_000_000;

/**
 * A transaction's metadata, with `delivered_amount` where something may have arrived: what the metadata says, or
 * else the transaction's Amount. Source: DeliveredAmount.cpp.
 * @param closeTime of the transaction's ledger
 */
export function metadataJson(transaction: LedgerTransaction, closeTime: number, naming: Naming): JsonObject {
  const json = objectJson(transaction.metadata!, naming);
  const delivered = deliveredAmountJson(transaction, closeTime, naming);
  if (delivered !== undefined) json.delivered_amount = delivered;
  return json;
}

function deliveredAmountJson(
  { tx, result, metadata, ledgerIndex }: LedgerTransaction,
  closeTime: number,
  naming: Naming,
): JsonValue | undefined {
  const mayDeliver = ["Payment", "CheckCash", "AccountDelete"].includes(tx.TransactionType);
  if (!mayDeliver || result !== "tesSUCCESS") return undefined;
  const told = metadata!.DeliveredAmount as Amount | undefined;
  if (told !== undefined) return amountJson(told, naming);
  const { Amount: amount } = tx as { Amount?: Amount };
  const isTelling = ledgerIndex >= firstTellingLedger || closeTime > firstTellingTime;
  return amount !== undefined && isTelling ? amountJson(amount, naming) : "unavailable";
}
