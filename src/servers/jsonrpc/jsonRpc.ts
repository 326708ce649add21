import { setImmediate } from "node:timers/promises";
import type { ApiVersion, Caller } from "../../commands/context.ts";
import { type Dispatcher, isErrorReply, type Reply } from "../../commands/dispatch.ts";
import {
  hasMember,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../commands/json.ts";
import { isGiven } from "../../commands/looseJson.ts";
import { maskSecrets } from "../../commands/maskSecrets.ts";
import { httpStatusOf, RpcError } from "../../commands/rpcErrors.ts";
import { type Origin, roleFor } from "../access.ts";
import { defaultApiVersion, requestedApiVersion } from "../apiVersion.ts";
import { answerFlatRequest } from "../flatRequest.ts";
import { readJson } from "../jsonReader.ts";
import { type ReplyText, replyText, wholeText } from "../replyText.ts";

/** How long a batch may hold up everybody else before they get their turn. */
const sliceMilliseconds = 10;

/** A longer request is refused unread. */
export const maxRequestBytes = 1_000_000;

/** Once a batch's replies are longer than this, its further calls are not carried out. */
const maxBatchReplyBytes = 8 * 1024 * 1024;
const slowDown = new RpcError("slowDown");

/** What a POST is answered with. */
export interface HttpAnswer {
  readonly status: number;
  /** JSON, or a plain line where the request was not even dispatched. */
  readonly body: ReplyText;
}

/** What the connection and the headers tell of the caller. */
export interface HttpCaller {
  readonly origin: Origin;
  readonly user: string | undefined;
  readonly forwardedFor: string | undefined;
}

/** Why a call was refused before its command was looked at: HTTP status, code within a batch, words. */
class Refusal {
  readonly status: number;
  readonly code: number;
  readonly words: string;

  constructor(status: number, code: number, words: string) {
    this.status = status;
    this.code = code;
    this.words = words;
  }
}

const methodNotFound = -32601;
const forbidden = -32605;
const wrongVersion = -32606;

/** Answers the body of a POST: one call, a batch, or a flat request in an envelope. */
export function answerJsonRpc(
  body: string,
  caller: HttpCaller,
  dispatcher: Dispatcher,
): HttpAnswer | Promise<HttpAnswer> {
  const reading = readJson(body);
  if ("error" in reading) return plainAnswer(400, `Unable to parse request: ${reading.error}`);
  const document = reading.value;
  if (!isJsonObject(document) || !isGiven(document)) return plainAnswer(400, "Unable to parse request: ");

  const method = member(document, "method");
  if (method === "batch") return answerBatch(document, caller, dispatcher);
  if (!hasMember(document, "method") && hasMember(document, "command")) {
    const answer = answerFlatRequest(document, { ...caller, subscriber: undefined }, dispatcher);
    return answer instanceof Promise ? answer.then(jsonAnswer) : jsonAnswer(answer);
  }
  const reply = answerCall(document, false, caller, dispatcher);
  if (reply instanceof Refusal) return plainAnswer(reply.status, reply.words);
  return reply instanceof Promise ? reply.then(callAnswer) : callAnswer(reply);
}

function answerBatch(
  document: JsonObject,
  caller: HttpCaller,
  dispatcher: Dispatcher,
): HttpAnswer | Promise<HttpAnswer> {
  const calls = member(document, "params");
  if (!isJsonArray(calls)) return plainAnswer(400, "Malformed batch request");
  return answerInTurn(calls, caller, dispatcher);
}

/**
 * One call after the other: a later one may depend on what an earlier one did. Each reply is made text at once: all of
 * them together could hold others up for seconds.
 */
async function answerInTurn(
  calls: readonly JsonValue[],
  caller: HttpCaller,
  dispatcher: Dispatcher,
): Promise<HttpAnswer> {
  const texts: string[] = [];
  let length = 0;
  let sliceEnd = performance.now() + sliceMilliseconds;
  for (const call of calls) {
    if (performance.now() > sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + sliceMilliseconds;
    }
    const reply =
      length > maxBatchReplyBytes
        ? { result: { ...slowDown.toReply(), status: "error" } }
        : await answerBatchCall(call, caller, dispatcher);
    const text = await wholeText(replyText(reply));
    length += text.length;
    texts.push(text);
  }
  return { status: 200, body: `[${texts.join(",")}]\n` };
}

function answerBatchCall(
  call: JsonValue,
  caller: HttpCaller,
  dispatcher: Dispatcher,
): JsonObject | Promise<JsonObject> {
  if (!isJsonObject(call)) {
    const error = batchError(methodNotFound, "Method not found");
    return { request: maskSecrets(call), error };
  }
  const reply = answerCall(call, true, caller, dispatcher);
  if (!(reply instanceof Refusal)) return reply;
  const error = batchError(reply.code, reply.words);
  const echo = maskSecrets(call);
  return reply.code === wrongVersion ? { request: echo, error } : { ...echo, error };
}

// The reference wraps the error of a batch's call twice.
const batchError = (code: number, message: string): JsonObject => ({ error: { code, message } });

function answerCall(
  call: JsonObject,
  inBatch: boolean,
  caller: HttpCaller,
  dispatcher: Dispatcher,
): JsonObject | Promise<JsonObject> | Refusal {
  const params = member(call, "params");
  const first = isJsonArray(params) && params.length > 0 ? params[0] : undefined;
  let apiVersion: ApiVersion | undefined = isJsonObject(first)
    ? requestedApiVersion(first)
    : defaultApiVersion;
  if (inBatch && apiVersion === defaultApiVersion) apiVersion = requestedApiVersion(call);
  if (apiVersion === undefined) return new Refusal(400, wrongVersion, "invalid_API_version");

  const method = member(call, "method");
  const needed = typeof method === "string" ? dispatcher.find(method, apiVersion)?.permission : undefined;
  const role = roleFor(caller.origin, needed, caller.user);
  if (role === undefined) return new Refusal(403, forbidden, "Forbidden");
  if (method === undefined || method === null) return new Refusal(400, methodNotFound, "Null method");
  if (typeof method !== "string") return new Refusal(400, methodNotFound, "method is not string");
  if (method === "") return new Refusal(400, methodNotFound, "method is empty");

  const request = inBatch ? { ...call } : requestOf(params);
  if (request === undefined) return new Refusal(400, methodNotFound, "params unparseable");
  const ripplerpc = hasMember(request, "ripplerpc") ? request.ripplerpc : "1.0";
  if (typeof ripplerpc !== "string") return new Refusal(400, methodNotFound, "ripplerpc is not a string");
  request.command = method;

  const isNamed = role === "identified" || role === "proxied";
  const dispatchCaller: Caller = {
    role,
    apiVersion,
    subscriber: undefined,
    user: isNamed ? caller.user : undefined,
    forwardedFor: isNamed ? caller.forwardedFor : undefined,
    takesParts: !inBatch,
  };
  const reply = dispatcher.run(request, dispatchCaller);
  return reply instanceof Promise
    ? reply.then((settled) => wrapped(settled, request, ripplerpc))
    : wrapped(reply, request, ripplerpc);
}

/** The request object in `params`: absent, null or empty `params` is an empty request, else there is exactly one. */
function requestOf(params: JsonValue | undefined): JsonObject | undefined {
  if (!isGiven(params)) return {};
  if (!isJsonArray(params) || params.length !== 1) return undefined;
  const request = params[0] as JsonValue;
  if (request === null) return {};
  return isJsonObject(request) ? request : undefined;
}

/** The reply in the form that the request's `ripplerpc` asks for. `reply` is used up. */
function wrapped(reply: Reply, request: JsonObject, ripplerpc: string): JsonObject {
  const isError = isErrorReply(reply);
  reply.status = isError ? "error" : "success";
  let answer: JsonObject;
  if (!isError) {
    answer = { result: reply };
  } else if (ripplerpc >= "2.0") {
    const { error_message: message, ...error } = reply;
    answer = { error: { ...error, code: reply.error_code ?? null, message: message ?? null } };
  } else {
    reply.request = maskSecrets(request);
    answer = { result: reply };
  }
  for (const name of ["jsonrpc", "ripplerpc", "id"]) {
    if (hasMember(request, name)) answer[name] = request[name];
  }
  return answer;
}

/** From `ripplerpc` 3.0 on, the HTTP status tells of the error too. */
function callAnswer(reply: JsonObject): HttpAnswer {
  const { ripplerpc, error } = reply;
  const tellsStatus = typeof ripplerpc === "string" && ripplerpc >= "3.0" && isJsonObject(error);
  return { status: tellsStatus ? httpStatusOf(error.error_code) : 200, body: replyText(reply, "\n") };
}

const jsonAnswer = (reply: JsonValue): HttpAnswer => ({ status: 200, body: replyText(reply, "\n") });

const plainAnswer = (status: number, words: string): HttpAnswer => ({ status, body: `${words}\r\n` });
