import { expect, test } from "vitest";
import { defineCommand, optional, type Parameter, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { flag, hash256, strictText, text, unsigned } from "./kinds.ts";

/** The part of a context that the parameters here look at. */
const contextOf = (request: JsonObject, apiVersion: 1 | 2 = 1): CommandContext =>
  ({ request, apiVersion }) as CommandContext;

const greet = defineCommand({
  name: "greet",
  summary: "Greets.",
  request: {
    name: required(text),
    times: optional(unsigned, 1),
    loudly: optional(flag),
    key: required(hash256("malformedRequest"), {
      or: ["digest"],
      missing: "publicMalformed",
      checked: "in turn",
    }),
    tone: optional(strictText),
  },
  handle: (input) => ({ ...input }),
});
const key = "ab".repeat(32);

test("a handler gets what its request declares, converted", () => {
  expect(greet.run(contextOf({ name: 7, times: "3", loudly: 1, key, extra: true }))).toEqual({
    name: "7",
    times: 3,
    loudly: true,
    key: key.toUpperCase(),
    tone: undefined,
  });
});

test("a parameter that is absent is undefined, or its default", () => {
  expect(greet.run(contextOf({ name: "x", key }))).toMatchObject({ times: 1, loudly: undefined });
});

test("a required parameter may come under another name", () => {
  expect(greet.run(contextOf({ name: "x", digest: key }))).toMatchObject({ key: key.toUpperCase() });
});

const refused: readonly [what: string, request: JsonObject, token: string, message: string][] = [
  ["nothing at all", {}, "invalidParams", "Missing field 'name'."],
  ["what is missing before what is wrong", { times: [] }, "invalidParams", "Missing field 'name'."],
  [
    "a missing parameter that has its own error",
    { name: "x" },
    "publicMalformed",
    "Public key is malformed.",
  ],
  ["a short hash", { name: "x", key: "AB" }, "malformedRequest", "malformedRequest"],
  [
    "the first wrong parameter of two",
    { name: "x", key: "AB", tone: 1 },
    "malformedRequest",
    "malformedRequest",
  ],
  ["a number as text", { name: "x", key, tone: 1 }, "invalidParams", "Invalid field 'tone', not string."],
];
test.each(refused)("refuses %s", (_what, request, token, message) => {
  expect(() => greet.run(contextOf(request))).toThrow(expect.objectContaining({ token, message }));
});

test("what is checked in turn waits for the parameters before it", () => {
  expect(() => greet.run(contextOf({ name: "x", times: -1 }))).toThrow("unsigned integer");
});

test("a group of parameters makes one value", () => {
  const point: Parameter<readonly [number, number]> = {
    read: ({ x, y }) => [Number(x), Number(y)],
    document: () => ({
      x: { schema: { type: "number" }, required: true },
      y: { schema: { type: "number" }, required: true },
    }),
  };
  const draw = defineCommand({
    name: "draw",
    summary: "Draws.",
    request: { point },
    handle: ({ point: [x, y] }) => ({ drawn: [x, y] }),
  });
  expect(draw.run(contextOf({ x: 1, y: 2 }))).toEqual({ drawn: [1, 2] });
  expect(draw.requestSchema()).toMatchObject({ required: ["x", "y"] });
});

test("documents its parameters as JSON Schema", () => {
  expect(greet.requestSchema()).toEqual({
    type: "object",
    properties: {
      name: { type: "string" },
      times: { type: "integer", minimum: 0, maximum: 4_294_967_295, default: 1 },
      loudly: { type: "boolean" },
      key: { type: "string", pattern: "^[0-9A-Fa-f]{64}$" },
      tone: { type: "string" },
    },
    required: ["name", "key"],
  });
});

test("anybody may use it in any version, unless it says otherwise", () => {
  expect(greet.permission).toBe("user");
  expect(greet.apiVersions).toBeUndefined();
});
