import type { Dispatcher } from "../../commands/dispatch.ts";
import { isJsonObject } from "../../commands/json.ts";
import { maskSecretsInText } from "../../commands/maskSecrets.ts";
import { answerFlatRequest, type FlatRequestSender } from "../flatRequest.ts";
import { readJson } from "../jsonReader.ts";
import { maxRequestBytes } from "../jsonrpc/jsonRpc.ts";
import { replyText, wholeText } from "../replyText.ts";

/** Answers one message of a WebSocket. */
export function answerMessage(
  message: string,
  sender: FlatRequestSender,
  dispatcher: Dispatcher,
): string | Promise<string> {
  const reading = message.length > maxRequestBytes ? { error: "too long" } : readJson(message);
  if ("error" in reading || !isJsonObject(reading.value)) {
    return JSON.stringify({ error: "jsonInvalid", type: "error", value: maskSecretsInText(message) });
  }
  const answer = answerFlatRequest(reading.value, sender, dispatcher);
  return answer instanceof Promise
    ? answer.then((settled) => wholeText(replyText(settled)))
    : wholeText(replyText(answer));
}
