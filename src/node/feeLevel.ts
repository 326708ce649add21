import { defaultBaseFee } from "../engine/baseFee.ts";
import { minimumFee } from "../engine/minimumFee.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { ReadView } from "../state/view.ts";
import { baseLevel, mulDiv } from "./feeEscalation.ts";

/**
 * What a transaction pays, as a multiple of what its kind must pay at least: 256 is exactly that. For kinds that
 * may be free, the cost of an ordinary transaction is added on both sides.
 *
 * Asked before preflight: a blob may name an issued amount as its fee, which pays nothing.
 */
export function feeLevelPaid(view: ReadView, tx: Transaction): bigint {
  if (typeof tx.Fee !== "bigint") return 0n;
  const due = minimumFee(tx, view);
  const extra = due > 0n ? 0n : defaultBaseFee(tx, view);
  const paid = tx.Fee + extra;
  const base = due + extra;
  return paid <= 0n || base <= 0n ? 0n : mulDiv(paid, baseLevel, base);
}
