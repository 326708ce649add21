import { CodecError } from "../protocol/codec/codecError.ts";
import type { Format } from "../protocol/fieldKinds.ts";
import type { FieldValue, SerializedObject } from "../protocol/types.ts";
import { transactionDefinition } from "./registry.ts";
import { commonFormat, type TransactionDefinition } from "./transaction.ts";

/** The template of a type: its own fields first, then the common ones, since errors come in that order. */
const templates = new WeakMap<TransactionDefinition, Format>();

function templateOf(definition: TransactionDefinition): Format {
  let template = templates.get(definition);
  if (template === undefined) {
    template = { ...definition.format, ...commonFormat };
    templates.set(definition, template);
  }
  return template;
}

/**
 * Checks a decoded transaction against its type's template: required fields are there, defaulted ones are not
 * written out as zero, and nothing else is there.
 *
 * @throws CodecError that names the field.
 */
export function checkTemplate(tx: SerializedObject): void {
  const definition = transactionDefinition(String(tx.TransactionType));
  if (definition === undefined)
    throw new CodecError(`Invalid transaction type ${String(tx.TransactionType)}`);
  const template = templateOf(definition);
  for (const name in template) {
    const value = tx[name];
    const { presence } = template[name]!;
    if (value === undefined) {
      if (presence === "required") throw new CodecError(`Field '${name}' is required but missing.`, name);
    } else if (presence === "defaulted" && isEmpty(value)) {
      throw new CodecError(`Field '${name}' may not be explicitly set to default.`, name);
    }
  }
  for (const name in tx) {
    if (!(name in template) && name !== "TransactionType" && tx[name] !== undefined) {
      throw new CodecError(`Field '${name}' found in disallowed location.`, name);
    }
  }
}

/** Whether a value is its type's zero. The only defaulted field there is today is Paths, a list. */
const isEmpty = (value: FieldValue): boolean =>
  value === 0 || value === 0n || value === "" || (Array.isArray(value) && value.length === 0);
