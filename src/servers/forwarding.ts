import type { IncomingMessage } from "node:http";
import type { Origin } from "./access.ts";

/** Whom a gateway says that it speaks for. */
export interface ForwardedCaller {
  readonly user: string | undefined;
  readonly forwardedFor: string | undefined;
}

const nobody: ForwardedCaller = { user: undefined, forwardedFor: undefined };

/** The headers in which gateways name their callers; anybody else's are not looked at. */
export function requestHeadersOf({ headers }: IncomingMessage, { isGateway }: Origin): ForwardedCaller {
  if (!isGateway) return nobody;
  const user = headers["x-user"];
  return {
    user: typeof user === "string" && user !== "" ? user : undefined,
    forwardedFor: forwardedForOf(headers),
  };
}

/** The first address in `Forwarded: for=…`, else in X-Forwarded-For. */
function forwardedForOf(headers: IncomingMessage["headers"]): string | undefined {
  const forwarded = headers.forwarded;
  if (forwarded !== undefined) return firstToken(/for=([^;]*)/i.exec(forwarded)?.[1]);
  const addresses = headers["x-forwarded-for"];
  return firstToken(Array.isArray(addresses) ? addresses[0] : addresses);
}

const firstToken = (list: string | undefined): string | undefined =>
  list?.split(",")[0]?.trim().replace(/^"|"$/g, "") || undefined;
