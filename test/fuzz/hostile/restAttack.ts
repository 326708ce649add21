import type { JsonSchema } from "../../../src/commands/command.ts";
import type { Random } from "../random.ts";
import { type Attack, inParallel } from "./attack.ts";
import { type AttackedServer, patienceMilliseconds } from "./attackedServer.ts";
import { breakText } from "./brokenText.ts";
import { guarded, withoutSecrets } from "./guarded.ts";
import { oddJson } from "./oddJson.ts";
import { OddValues } from "./oddValues.ts";

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
  };
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** A request to the REST interface, ready to be sent. */
interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** A body of more than 1,000,000 bytes is refused before it is read: then its sender may find the connection closed. */
const mostLetters = 300_000;

/** Pages that the document does not have, and what there is not. */
const otherPaths = [
  "/",
  "/docs",
  "/nothing",
  "/accounts",
  "/accounts/../ping",
  "//",
  "/ledgers/%00",
] as const;

/** The REST interface with odd paths, queries and bodies, made from what its document says of it. */
export const oddRest: Attack = async ({ server, random: all, known, size }) => {
  const response = await fetch(`${server.url()}apiDocs`);
  const document = (await response.json()) as ApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  await inParallel(all, 150 * size, 8, (random) => {
    const values = new OddValues(random, known, random.pick([0, 0.1, 0.3, 1]), document.components.schemas);
    const { path, method, operation } = random.pick(operations);
    if (random.chance(0.05)) {
      const odd = {
        method: random.pick(["PATCH", "OPTIONS", "HEAD", method.toUpperCase()]),
        body: undefined,
      };
      return send(server, random, { ...odd, path: random.pick([...otherPaths, path]) });
    }
    return send(server, random, requestOf(random, values, path, method, operation));
  });
};

function requestOf(
  random: Random,
  values: OddValues,
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): RestRequest {
  let filled = path;
  const query: string[] = [];
  for (const { name, in: place, schema } of parameters) {
    const word = encoded(values.value(name, schema));
    if (place === "path") filled = filled.replace(`{${name}}`, () => word || "%20");
    else if (random.chance(0.4)) query.push(`${name}=${word}`);
  }
  const schema = requestBody?.content["application/json"].schema;
  const value = schema === undefined || random.chance(0.05) ? oddJson(random) : values.value("body", schema);
  const text = JSON.stringify(value).slice(0, mostLetters);
  return {
    method: method.toUpperCase(),
    path: query.length === 0 ? filled : `${filled}?${query.join("&")}`,
    body: method === "get" ? undefined : random.chance(0.8) ? text : breakText(random, withoutSecrets(text)),
  };
}

function encoded(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(Buffer.from(text.slice(0, 300)).toString()); // half a surrogate pair cannot be encoded
}

/** A reply's status is below 500, but for a server that is too busy. */
async function send(server: AttackedServer, random: Random, request: RestRequest): Promise<void> {
  const { method, path, body } = request;
  const headers = {
    authorization: random.pick(["", "Bearer", "Bearer x", "Basic Og==", `Bearer ${guarded.token}`]),
    "if-none-match": random.pick(["*", '"x"', ""]),
    "content-type": random.pick([
      "application/json",
      "application/json",
      "application/json",
      "text/plain",
      "x",
    ]),
  };
  const what = `${method} ${path} ${body?.slice(0, 500) ?? ""}`;
  server.requests++;
  try {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const url = server.url(random.pick([server.port, server.publicPort])).slice(0, -1) + path;
    const response = await fetch(url, { method, body, headers, signal });
    const answer = await response.text();
    server.judge.secrets(what, answer);
    if (response.status >= 500 && response.status !== 503)
      server.judge.note(`${what}: ${response.status} ${answer}`);
  } catch (error) {
    server.judge.note(`${what}: ${error} ${(error as Error).cause ?? ""}`);
  }
}
