import { expect, test } from "vitest";
import { type ApiDocument, sampleFor, wordsFor } from "./apiDocument.ts";

const document: ApiDocument = {
  openapi: "3.1.0",
  info: { description: "" },
  tags: [],
  paths: {},
  components: {
    schemas: {
      Amount: {
        type: "object",
        properties: { value: { type: "string", examples: ["1"] }, issuer: { type: "string" } },
        required: ["value"],
      },
    },
  },
};
const amount = { $ref: "#/components/schemas/Amount" };

test("a sample has what is required", () => {
  expect(sampleFor(amount, document)).toEqual({ value: "1" });
  expect(sampleFor({ anyOf: [{ type: "array", items: amount }, { type: "null" }] }, document)).toEqual([
    { value: "1" },
  ]);
  expect(sampleFor({ enum: ["a", "b"] }, document)).toBe("a");
  expect(sampleFor({ type: "integer", minimum: 3 }, document)).toBe(3);
});

test("a schema in a few words", () => {
  expect(wordsFor({ type: "integer", minimum: 10, maximum: 400 }, document)).toBe("integer, 10 to 400");
  expect(wordsFor({ anyOf: [amount, { enum: ["x", "y"] }] }, document)).toBe("Amount or x | y");
  expect(wordsFor({ type: "array", items: amount }, document)).toBe("list of Amount");
});
