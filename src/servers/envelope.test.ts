import { expect, test } from "vitest";
import type { JsonObject } from "../commands/json.ts";
import { commandNameOf, inEnvelope, refusedInEnvelope } from "./envelope.ts";

test("a result has the outcome beside it, with what the request wants repeated", () => {
  const request = {
    command: "ping",
    id: { of: [1] },
    api_version: 2,
    jsonrpc: "2.0",
    ripplerpc: "2.0",
    x: 1,
  };
  expect(inEnvelope({ role: "admin" }, request)).toEqual({
    result: { role: "admin" },
    status: "success",
    id: { of: [1] },
    api_version: 2,
    jsonrpc: "2.0",
    ripplerpc: "2.0",
    type: "response",
  });
});

test("an error has no result, and the request without its secrets", () => {
  const request = { command: "sign", secret: "sEd", id: null };
  expect(
    inEnvelope({ error: "badSeed", error_code: 44, error_message: "Disallowed seed." }, request),
  ).toEqual({
    error: "badSeed",
    error_code: 44,
    error_message: "Disallowed seed.",
    request: { command: "sign", secret: "<masked>", id: null },
    status: "error",
    id: null,
    type: "response",
  });
});

test("a request that names no command is shown without its secrets", () => {
  expect(refusedInEnvelope("missingCommand", { seed: "sEd", id: 1 })).toEqual({
    error: "missingCommand",
    request: { seed: "<masked>", id: 1 },
    status: "error",
    id: 1,
    type: "response",
  });
});

test.each<[request: JsonObject, name: string | undefined]>([
  [{ command: "ping" }, "ping"],
  [{ method: "ping" }, "ping"],
  [{ command: "ping", method: "ping" }, "ping"],
  [{ command: "ping", method: "fee" }, undefined],
  [{ command: "ping", method: null }, undefined],
  [{ command: 7 }, undefined],
  [{ command: null, method: null }, undefined],
  [{}, undefined],
])("the command of %j", (request, name) => {
  expect(commandNameOf(request)).toBe(name);
});
