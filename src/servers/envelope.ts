import { isErrorReply, type Reply } from "../commands/dispatch.ts";
import { hasMember, type JsonObject, member } from "../commands/json.ts";
import { maskSecrets } from "../commands/maskSecrets.ts";

/**
 * A reply as WebSocket clients get it, and HTTP clients that post the same flat request: the outcome beside the
 * result, an error unwrapped, `id` and versions repeated.
 */
export function inEnvelope(reply: Reply, request: JsonObject): JsonObject {
  const envelope: JsonObject = isErrorReply(reply)
    ? { request: maskSecrets(request), status: "error", ...reply }
    : { result: reply, status: "success" };
  repeatMembers(request, envelope);
  envelope.type = "response";
  return envelope;
}

/** A request that names no command, or a version that is not spoken here. */
export function refusedInEnvelope(
  error: "missingCommand" | "invalid_API_version",
  request: JsonObject,
): JsonObject {
  const envelope: JsonObject = { error, request: maskSecrets(request), status: "error" };
  repeatMembers(request, envelope);
  envelope.type = "response";
  return envelope;
}

function repeatMembers(request: JsonObject, envelope: JsonObject): void {
  for (const name of ["id", "jsonrpc", "ripplerpc", "api_version"]) {
    if (hasMember(request, name)) envelope[name] = request[name];
  }
}

/** The name of the command that a flat request wants; undefined where it names none, or two. */
export function commandNameOf(request: JsonObject): string | undefined {
  const command = member(request, "command");
  const method = member(request, "method");
  const name = command ?? method;
  if (typeof name !== "string") return undefined;
  if (hasMember(request, "command") && hasMember(request, "method") && command !== method) return undefined;
  return name;
}
