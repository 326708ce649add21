import { expect, test } from "vitest";
import { z } from "zod";
import { checkRequest } from "./checkRequest.ts";
import type { RestError } from "./restError.ts";
import type { Route } from "./route.ts";

const body = z.object({
  payment: z.union([
    z.strictObject({ blob: z.string() }),
    z.strictObject({ amount: z.strictObject({ value: z.string() }) }),
    z.strictObject({ blob: z.string(), more: z.string() }),
  ]),
  ledger: z.union([z.int(), z.literal("validated")], "not a ledger").optional(),
});
const route = {
  query: z.object({ limit: z.coerce.number().optional(), peer: z.string() }),
  body,
} as Partial<Route>;

const reasons = (query: unknown, sent: unknown): readonly string[] => {
  try {
    checkRequest(route as Route, { params: {}, query, body: sent, authorization: undefined });
    return [];
  } catch (error) {
    return (error as RestError).reasons.map(({ message }) => message);
  }
};

test("what is missing is said to be", () => {
  expect(reasons({}, { payment: { blob: "" } })).toEqual(["peer: is missing"]);
  expect(reasons({ peer: "" }, { payment: { blob: "" } })).toEqual([]);
});

test("of several ways each is told, once", () => {
  expect(reasons({ peer: "" }, { payment: {} })).toEqual([
    "payment.blob: is missing; or payment.amount: is missing",
  ]);
  expect(reasons({ peer: "" }, { payment: { amount: {} } })).toEqual([
    "payment.blob: is missing; or payment.amount.value: is missing",
  ]);
});

test("a schema's own words stand", () => {
  expect(reasons({ peer: "" }, { payment: { blob: "" }, ledger: "x" })).toEqual(["ledger: not a ledger"]);
});
