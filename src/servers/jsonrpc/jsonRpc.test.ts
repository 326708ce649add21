import { describe, expect, test } from "vitest";
import { fewCommands } from "../../../test/support/fewCommands.ts";
import type { JsonValue } from "../../commands/json.ts";
import { wholeText } from "../replyText.ts";
import { answerJsonRpc, type HttpAnswer, type HttpCaller } from "./jsonRpc.ts";

const dispatcher = fewCommands();
const caller = (origin: Partial<HttpCaller["origin"]> = {}): HttpCaller => ({
  origin: { isAdmin: false, isGateway: false, ...origin },
  user: undefined,
  forwardedFor: undefined,
});
const guest = caller();
const admin = caller({ isAdmin: true });

const post = async (body: JsonValue | string, from = guest): Promise<HttpAnswer> =>
  answerJsonRpc(typeof body === "string" ? body : JSON.stringify(body), from, dispatcher);
const ask = async (body: JsonValue, from = guest): Promise<unknown> => {
  const answer = await post(body, from);
  const text = await wholeText(answer.body);
  expect(text.endsWith("\n")).toBe(true);
  return { status: answer.status, reply: JSON.parse(text) as unknown };
};

test("answers a call", async () => {
  expect(await ask({ method: "who", params: [{}] })).toEqual({
    status: 200,
    reply: { result: { role: "guest", apiVersion: 1, status: "success" } },
  });
});

test.each([
  ["no params", { method: "who" }],
  ["null", { method: "who", params: null }],
  ["an empty list", { method: "who", params: [] }],
  ["a list with null", { method: "who", params: [null] }],
])("takes %s as no parameters", async (_what, body) => {
  expect(await ask(body)).toMatchObject({ status: 200, reply: { result: { role: "guest" } } });
});

test("waits for a command that takes its time", async () => {
  expect(await ask({ method: "slow", params: [{ value: "done" }] })).toEqual({
    status: 200,
    reply: { result: { value: "done", status: "success" } },
  });
});

test("an error has its request, without secrets, and still status 200", async () => {
  expect(await ask({ method: "find", params: [{ what: "x", secret: "sEd" }] })).toEqual({
    status: 200,
    reply: {
      result: {
        error: "entryNotFound",
        status: "error",
        request: { command: "find", what: "x", secret: "<masked>" },
      },
    },
  });
});

test("repeats id and versions that are in the request", async () => {
  expect(await ask({ method: "who", id: 1, params: [{ id: 2, jsonrpc: "2.0", ripplerpc: "1.0" }] })).toEqual({
    status: 200,
    reply: {
      result: { role: "guest", apiVersion: 1, status: "success" },
      id: 2,
      jsonrpc: "2.0",
      ripplerpc: "1.0",
    },
  });
});

describe("refuses in plain words", () => {
  test.each<[what: string, body: JsonValue | string, status: number, words: string]>([
    [
      "nothing",
      "",
      400,
      "Unable to parse request: * Line 1, Column 1\n  Syntax error: value, object or array expected.\n",
    ],
    ["a list", [1], 400, "Unable to parse request: "],
    ["an empty object", {}, 400, "Unable to parse request: "],
    ["no method", { params: [{}] }, 400, "Null method"],
    ["null as a method", { method: null }, 400, "Null method"],
    ["a number as a method", { method: 1 }, 400, "method is not string"],
    ["an empty method", { method: "" }, 400, "method is empty"],
    ["an object as params", { method: "who", params: { a: 1 } }, 400, "params unparseable"],
    ["two params", { method: "who", params: [{}, {}] }, 400, "params unparseable"],
    ["text as the only one of params", { method: "who", params: ["x"] }, 400, "params unparseable"],
    [
      "a number as ripplerpc",
      { method: "who", params: [{ ripplerpc: 2 }] },
      400,
      "ripplerpc is not a string",
    ],
    ["an API version to come", { method: "who", params: [{ api_version: 3 }] }, 400, "invalid_API_version"],
    ["API version 0", { method: "who", params: [{ api_version: 0 }] }, 400, "invalid_API_version"],
    ["an API version as text", { method: "who", params: [{ api_version: "1" }] }, 400, "invalid_API_version"],
    ["an administrator's command from a guest", { method: "halt" }, 403, "Forbidden"],
    ["a batch that is no list", { method: "batch", params: {} }, 400, "Malformed batch request"],
  ])("%s", async (_what, body, status, words) => {
    expect(await post(body)).toEqual({ status, body: `${words}\r\n` });
  });
});

test("an administrator is one by address", async () => {
  expect(await ask({ method: "halt" }, admin)).toMatchObject({ status: 200 });
  expect(await ask({ method: "who" }, admin)).toMatchObject({ reply: { result: { role: "admin" } } });
});

test("a gateway's caller is named only where a gateway speaks", async () => {
  const named = { user: "ann", forwardedFor: "203.0.113.9" };
  expect(await ask({ method: "who" }, { ...caller({ isGateway: true }), ...named })).toMatchObject({
    reply: { result: { role: "identified", ...named } },
  });
  expect(await ask({ method: "who" }, { ...guest, ...named })).toEqual({
    status: 200,
    reply: { result: { role: "guest", apiVersion: 1, status: "success" } },
  });
});

test("speaks the version that is asked for", async () => {
  expect(await ask({ method: "who", params: [{ api_version: 2 }] })).toMatchObject({
    reply: { result: { apiVersion: 2 } },
  });
});

describe("ripplerpc 2.0", () => {
  test("puts an error in the error's place", async () => {
    expect(await ask({ method: "find", params: [{ what: "ledger", ripplerpc: "2.0", id: 7 }] })).toEqual({
      status: 200,
      reply: {
        error: {
          error: "lgrNotFound",
          error_code: 21,
          code: 21,
          message: "Ledger not found.",
          status: "error",
        },
        ripplerpc: "2.0",
        id: 7,
      },
    });
  });

  test("leaves results as they are", async () => {
    expect(await ask({ method: "who", params: [{ ripplerpc: "2.0" }] })).toEqual({
      status: 200,
      reply: { result: { role: "guest", apiVersion: 1, status: "success" }, ripplerpc: "2.0" },
    });
  });
});

test.each([
  ["3.0", "ledger", 404],
  ["3.0", "other", 200],
  ["2.0", "ledger", 200],
])("ripplerpc %s tells of the error for %s by HTTP status %i", async (ripplerpc, what, status) => {
  expect(await ask({ method: "find", params: [{ what, ripplerpc }] })).toMatchObject({ status });
});

describe("a batch", () => {
  const batch = (...params: JsonValue[]) => ask({ method: "batch", params });

  test("answers each call in its turn", async () => {
    expect(
      await batch(
        { method: "slow", value: 1, id: "a" },
        { method: "who", api_version: 2 },
        { method: "find", what: "ledger" },
      ),
    ).toMatchObject({
      status: 200,
      reply: [
        { result: { value: 1, status: "success" }, id: "a" },
        { result: { apiVersion: 2, status: "success" } },
        { result: { error: "lgrNotFound", status: "error" } },
      ],
    });
  });

  test("answers an empty one with nothing", async () => {
    expect(await batch()).toEqual({ status: 200, reply: [] });
  });

  const refusal = (code: number, message: string) => ({ error: { error: { code, message } } });
  test("refuses single calls in their place, secrets masked", async () => {
    expect(
      await batch(
        7,
        { method: "halt", secret: "sEd" },
        { method: "" },
        { method: "who", api_version: 9, seed: "sEd" },
        { method: "who" },
      ),
    ).toMatchObject({
      status: 200,
      reply: [
        { request: 7, ...refusal(-32601, "Method not found") },
        { method: "halt", secret: "<masked>", ...refusal(-32605, "Forbidden") },
        { method: "", ...refusal(-32601, "method is empty") },
        {
          request: { method: "who", api_version: 9, seed: "<masked>" },
          ...refusal(-32606, "invalid_API_version"),
        },
        { result: { role: "guest" } },
      ],
    });
  });

  test("carries out no more calls once its replies are long enough, and says so", async () => {
    const calls = Array.from({ length: 12 }, (): JsonValue => ({ method: "much", length: 1_000_000 }));
    const { reply } = (await batch(...calls)) as { reply: { result: Record<string, unknown> }[] };
    expect(reply.map(({ result }) => result.status)).toEqual([
      ...Array.from({ length: 9 }, () => "success"),
      ...Array.from({ length: 3 }, () => "error"),
    ]);
    expect(reply[9]).toMatchObject({ result: { error: "slowDown", error_code: 10 } });
  });

  test("lets others have their turn in between", async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const calls = Array.from({ length: 20_000 }, (): JsonValue => ({ method: "who" }));
    await batch(...calls);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(0);
  });
});

test("answers a flat request in an envelope", async () => {
  expect(await ask({ id: 5, command: "who" })).toEqual({
    status: 200,
    reply: { result: { role: "guest", apiVersion: 1 }, status: "success", id: 5, type: "response" },
  });
  expect(await ask({ id: 5, command: "slow" })).toMatchObject({ reply: { result: { value: null } } });
  expect(await ask({ command: "halt" })).toMatchObject({
    status: 200,
    reply: { error: "forbidden", status: "error", request: { command: "halt" } },
  });
});
