import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

/** Pages for people, by path: files that the build makes, each whole in itself. */
const pages = { "/": "index.html", "/docs": "docs.html" } as const;

/** Beside the compiled code, also for code that runs from its source. */
const folder = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/explorer/" : "../../explorer/",
  import.meta.url,
);

const missing =
  "<!DOCTYPE html><title>xagd</title><p>This server answers. Its pages are made by <code>npm run build</code>.</p>\n";

/** Serves the explorer and the documentation. */
export async function addPages(app: FastifyInstance): Promise<void> {
  for (const [path, file] of Object.entries(pages)) {
    const html = await readFile(new URL(file, folder), "utf8").catch(() => missing);
    const tag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
    const policy = policyFor(html);
    app.get(path, (request, reply) => {
      reply.header("Cache-Control", "no-cache").header("ETag", tag);
      if (request.headers["if-none-match"] === tag) return reply.status(304).send();
      return reply
        .headers({ "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff" })
        .type("text/html; charset=utf-8")
        .send(html);
    });
  }
}

/** Only the page's own script runs, and it talks to this server only. */
function policyFor(html: string): string {
  const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ") || "'none'"}`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "connect-src 'self' ws: wss:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
