import { accountZero } from "../../protocol/currency.ts";
import type { EngineResult, NotTec } from "../../protocol/engineResults.ts";
import type { ReadView } from "../../state/view.ts";
import { accountIn } from "../commonChecks.ts";
import type { Transaction } from "../transaction.ts";

/** A pseudo-transaction comes from nobody: account zero, no fee, no signature, no sequence. */
export function preflightPseudo(tx: Transaction): NotTec {
  if (accountIn(tx.Account) !== accountZero) return "temBAD_SRC_ACCOUNT";
  if (tx.Fee !== 0n) return "temBAD_FEE";
  const isSigned = tx.SigningPubKey !== "" || (tx.TxnSignature ?? "") !== "" || tx.Signers !== undefined;
  if (isSigned) return "temBAD_SIGNATURE";
  return tx.Sequence !== 0 || tx.PreviousTxnID !== undefined ? "temBAD_SEQUENCE" : "tesSUCCESS";
}

/** Pseudo-transactions are made when a ledger closes: there is no place for one in the open ledger. */
export const preclaimPseudo = (view: ReadView): EngineResult => (view.open ? "temINVALID" : "tesSUCCESS");
