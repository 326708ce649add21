import type { Drops } from "../protocol/types.ts";
import type { ReadView } from "../state/view.ts";
import type { Transaction } from "./transaction.ts";

/** What a transaction costs unless its type says otherwise: the base fee, and once more for each signer. */
export const defaultBaseFee = (tx: Transaction, view: ReadView): Drops =>
  view.fees.base * BigInt(1 + (tx.Signers?.length ?? 0));
