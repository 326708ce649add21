import type { Transaction } from "../../engine/transaction.ts";
import { type EngineResult, engineResults, engineResultText } from "../../protocol/engineResults.ts";
import type { Hash256 } from "../../protocol/types.ts";
import type { CommandContext } from "../context.ts";
import type { JsonObject } from "../json.ts";
import { replyForms } from "../versions/replyForms.ts";

/** A signed transaction as the signing commands answer it. */
export const signedJson = (
  signed: { tx: Transaction; blob: Uint8Array; hash: Hash256 },
  context: CommandContext,
): JsonObject => replyForms[context.apiVersion].signedTransaction(signed, context);

/** A transaction's preliminary outcome. */
export const engineResultJson = (
  result: EngineResult,
  { node }: Pick<CommandContext, "node">,
): JsonObject => ({
  engine_result: result,
  engine_result_code: engineResults[result].code,
  engine_result_message: engineResultText(result, node.settings.nativeCurrency),
});
