import type { Drops } from "../protocol/types.ts";
import type { ReadView } from "../state/view.ts";
import { defaultBaseFee } from "./baseFee.ts";
import { transactionDefinition } from "./registry.ts";
import type { Transaction } from "./transaction.ts";

/** The least that a transaction must pay while nothing else presses, in drops: its type's base fee. */
export const minimumFee = (tx: Transaction, view: ReadView): Drops =>
  transactionDefinition(tx.TransactionType)?.baseFee?.(tx, view) ?? defaultBaseFee(tx, view);
