import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Freshness, RouteReply } from "./route.ts";

const cacheControl: Readonly<Record<Freshness, string>> = {
  final: "public, max-age=31536000, immutable",
  validated: "no-cache", // kept, but asked about each time
  live: "no-store",
};

/** Sends a reply with what caches and pagers need. */
export function sendReply(
  { body, freshness = "live", next }: RouteReply,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const text = JSON.stringify(body);
  reply.header("Cache-Control", cacheControl[freshness]);
  if (next !== undefined) reply.header("Link", `<${pageAddress(request, next)}>; rel="next"`);
  if (freshness !== "live") {
    const tag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
    reply.header("ETag", tag);
    if (names(request.headers["if-none-match"], tag)) return reply.status(304).send();
  }
  return reply.type("application/json; charset=utf-8").send(text);
}

/** The address of the same resource with other query parameters. */
function pageAddress(request: FastifyRequest, parameters: Readonly<Record<string, string>>): string {
  const [path, query] = request.url.split("?");
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return `${path}?${search}`;
}

/** Whether an `If-None-Match` header names this tag, weakly or not. */
const names = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag));
