import type { Transaction } from "../../engine/transaction.ts";
import { type EngineResult, engineResults, engineResultText } from "../../protocol/engineResults.ts";
import { bytesToHex } from "../../protocol/hex.ts";
import type { Hash256 } from "../../protocol/types.ts";
import type { CommandContext } from "../context.ts";
import type { JsonObject } from "../json.ts";
import { transactionAlone, transactionWithHash } from "../transactionJson.ts";

/** A signed transaction as the signing commands answer it. */
export function signedJson(
  { tx, blob, hash }: { tx: Transaction; blob: Uint8Array; hash: Hash256 },
  context: CommandContext,
): JsonObject {
  const tx_blob = bytesToHex(blob);
  return context.apiVersion === 1
    ? { tx_json: transactionWithHash(tx, hash, context), tx_blob }
    : { tx_json: transactionAlone(tx, context), tx_blob, hash };
}

/** A transaction's preliminary outcome. */
export const engineResultJson = (
  result: EngineResult,
  { node }: Pick<CommandContext, "node">,
): JsonObject => ({
  engine_result: result,
  engine_result_code: engineResults[result].code,
  engine_result_message: engineResultText(result, node.settings.nativeCurrency),
});
