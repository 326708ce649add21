import type { ApiVersion } from "../commands/context.ts";
import { type JsonObject, member } from "../commands/json.ts";

export const defaultApiVersion: ApiVersion = 1;

/** The API version that a request asks for; undefined for one that is not spoken here. */
export function requestedApiVersion(request: JsonObject): ApiVersion | undefined {
  const version = member(request, "api_version");
  if (version === undefined) return defaultApiVersion;
  return version === 1 || version === 2 ? version : undefined;
}
