import { applyTransaction } from "../engine/applyTransaction.ts";
import { preclaim } from "../engine/preclaim.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { type EngineResult, isClaimed } from "../protocol/engineResults.ts";
import { OpenView } from "../state/openView.ts";
import type { TransactionView } from "./attempt.ts";
import type { SimulateOutcome } from "./node.ts";

const dryRun = { retry: false, failHard: false, dryRun: true } as const;

/**
 * What the transaction would do in the open ledger now, with the metadata that a closed ledger would give it.
 * @param fault why it is not to be tried
 */
export function simulate(
  open: TransactionView,
  transaction: SignedTransaction,
  fault: EngineResult | undefined,
): SimulateOutcome {
  const { ledgerIndex } = open;
  const nothing = { applied: false, metadata: undefined, metadataBlob: undefined, ledgerIndex };
  // Asked of the open ledger: a closed one does not look whether the fee is enough.
  const likely = fault ?? preclaim(transaction, open, dryRun);
  if (likely !== "tesSUCCESS" && !isClaimed(likely)) return { result: likely, ...nothing };
  const { parentHash, parentCloseTime, rules, fees } = open;
  const trial: TransactionView = new OpenView(open, {
    ledgerIndex,
    parentHash,
    parentCloseTime,
    open: false,
    rules,
    fees,
  });
  const { result, applied, metadata } = applyTransaction(trial, transaction, dryRun);
  if (metadata === undefined) return { result, ...nothing, applied };
  return { result, applied, metadata, metadataBlob: encodeObject(metadata), ledgerIndex };
}
