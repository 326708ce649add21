import type { Transaction } from "../engine/transaction.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { JsonObject } from "./json.ts";
import { type Naming, objectJson } from "./present.ts";

/** A transaction as version 1 shows it: its hash among its fields. */
export function transactionWithHash(tx: Transaction, hash: Hash256, naming: Naming): JsonObject {
  const json = objectJson(tx, naming);
  json.hash = hash;
  return json;
}

/** A transaction as version 2 shows it: its hash beside it, and a payment's Amount called DeliverMax. */
export function transactionAlone(tx: Transaction, naming: Naming): JsonObject {
  const json = objectJson(tx, naming);
  if (tx.TransactionType === "Payment" && json.Amount !== undefined) {
    json.DeliverMax = json.Amount;
    delete json.Amount;
  }
  return json;
}
