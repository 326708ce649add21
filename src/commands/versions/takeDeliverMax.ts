import { isDeepStrictEqual } from "node:util";
import { hasMember, type JsonObject } from "../json.ts";
import { textOf } from "../looseJson.ts";
import { RpcError } from "../rpcErrors.ts";

/**
 * Version 2 calls a payment's Amount DeliverMax; the ledger goes on calling it Amount. Both may be there if they are the
 * same. Changes `tx`.
 * @throws RpcError
 */
export function takeDeliverMax(tx: JsonObject): void {
  if (textOf(tx.TransactionType) !== "Payment" || !hasMember(tx, "DeliverMax")) return;
  const { DeliverMax: amount } = tx;
  if (hasMember(tx, "Amount") && !isDeepStrictEqual(tx.Amount, amount)) {
    throw new RpcError("invalidParams", "Cannot specify differing 'Amount' and 'DeliverMax'");
  }
  tx.Amount = amount;
  delete tx.DeliverMax;
}
