import type { OperationEntry } from "./apiDocument.ts";

/** A request, ready to be sent. */
export interface Request {
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What came of a request that was tried. */
export interface Reply {
  readonly status: number;
  readonly milliseconds: number;
  /** Those that say something about the reply. */
  readonly headers: string;
  readonly body: string;
}

/** The request that the form's values make. Empty ones are left out. */
export function requestOf(
  { path, method, operation }: OperationEntry,
  values: Readonly<Record<string, string>>,
  body: string | undefined,
  token: string | undefined,
): Request {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place } of operation.parameters ?? []) {
    const value = values[name] ?? "";
    if (value === "") continue;
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else query.append(name, value);
  }
  return {
    address: query.size === 0 ? address : `${address}?${query}`,
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body,
  };
}

/** Sends it, and takes the time. Rejects where the server cannot be reached. */
export async function send({ address, ...request }: Request): Promise<Reply> {
  const started = performance.now();
  const response = await fetch(address, request);
  const text = await response.text();
  const headers = ["cache-control", "etag", "link"].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return {
    status: response.status,
    milliseconds: performance.now() - started,
    headers: headers.join(" · "),
    body: pretty(text),
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text; // the server's own words, should they be no JSON
  }
}
