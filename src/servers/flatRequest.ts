import type { Dispatcher } from "../commands/dispatch.ts";
import type { JsonObject } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import type { Subscriber } from "../commands/subscriptions/subscriber.ts";
import { type Origin, roleFor } from "./access.ts";
import { requestedApiVersion } from "./apiVersion.ts";
import { commandNameOf, inEnvelope, refusedInEnvelope } from "./envelope.ts";

/** Whom a flat request comes from. */
export interface FlatRequestSender {
  readonly origin: Origin;
  readonly subscriber: Subscriber | undefined;
  readonly user: string | undefined;
  readonly forwardedFor: string | undefined;
}

/** Answers `{id, command, …}`: what WebSocket clients send, and HTTP clients may. */
export function answerFlatRequest(
  request: JsonObject,
  sender: FlatRequestSender,
  dispatcher: Dispatcher,
): JsonObject | Promise<JsonObject> {
  const apiVersion = requestedApiVersion(request);
  if (apiVersion === undefined) return refusedInEnvelope("invalid_API_version", request);
  const name = commandNameOf(request);
  if (name === undefined) return refusedInEnvelope("missingCommand", request);
  const role = roleFor(sender.origin, dispatcher.find(name, apiVersion)?.permission, sender.user);
  if (role === undefined) return inEnvelope(new RpcError("forbidden").toReply(), request);
  const isNamed = role === "identified" || role === "proxied";
  const reply = dispatcher.run(request, {
    role,
    apiVersion,
    subscriber: sender.subscriber,
    user: isNamed ? sender.user : undefined,
    forwardedFor: isNamed ? sender.forwardedFor : undefined,
    takesParts: true,
  });
  return reply instanceof Promise
    ? reply.then((settled) => inEnvelope(settled, request))
    : inEnvelope(reply, request);
}
