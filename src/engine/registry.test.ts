import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { field } from "../protocol/fieldTable.ts";
import { transactionDefinition, transactionDefinitionByCode, transactionDefinitions } from "./registry.ts";
import { commonFormat } from "./transaction.ts";

const { TRANSACTION_TYPES: numbers } = createRequire(import.meta.url)(
  "ripple-binary-codec/dist/enums/definitions.json",
) as { TRANSACTION_TYPES: Record<string, number> };

test("every type is there once, by name and by number", () => {
  for (const definition of transactionDefinitions) {
    expect(transactionDefinition(definition.type)).toBe(definition);
    expect(transactionDefinitionByCode(definition.code)).toBe(definition);
  }
  expect(transactionDefinition("Nonsense")).toBeUndefined();
  expect(transactionDefinitionByCode(9999)).toBeUndefined();
});

test.each(transactionDefinitions.map((definition) => [definition.type, definition] as const))(
  "%s has the number and the kinds of field that clients know",
  (type, { code, format }) => {
    expect(code).toBe(numbers[type]);
    for (const [name, { kind }] of Object.entries({ ...commonFormat, ...format })) {
      expect([name, field(name).typeName]).toEqual([name, kind.typeName]);
    }
  },
);
