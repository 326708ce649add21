import { transactionDefinitions } from "../engine/registry.ts";
import { commonFormat } from "../engine/transaction.ts";
import { sha512Half } from "../protocol/digests.ts";
import { engineResults } from "../protocol/engineResults.ts";
import type { Format, Presence } from "../protocol/fieldKinds.ts";
import { allFields } from "../protocol/fieldTable.ts";
import { asf } from "../protocol/flags.ts";
import { ledgerEntryFormats } from "../protocol/ledgerEntryFormats.ts";
import { defineCommand, optional } from "./command.ts";
import { ledgerEntryFlags, transactionFlags } from "./flagTables.ts";
import type { JsonObject } from "./json.ts";
import { text } from "./kinds.ts";

/** Types whose values are preceded by their length. */
const lengthPrefixed = new Set(["Blob", "AccountID", "Vector256"]);
const optionality: Readonly<Record<Presence, number>> = { required: 0, optional: 1, defaulted: 2 };

/** The tables behind the binary format, so that clients need not bring their own. */
export const serverDefinitions = defineCommand({
  name: "server_definitions",
  summary: "The tables of the binary format: fields, types, results, flags.",
  request: { hash: optional(text) },

  handle({ hash }) {
    const { definitions, ownHash } = ownDefinitions();
    return hash?.toUpperCase() === ownHash ? { hash: ownHash } : { ...definitions, hash: ownHash };
  },
});

let made: { definitions: JsonObject; ownHash: string } | undefined;

/** They never change while the program runs: made once, when first asked for. */
function ownDefinitions(): { definitions: JsonObject; ownHash: string } {
  if (made === undefined) {
    const definitions = makeDefinitions();
    made = { definitions, ownHash: sha512Half(Buffer.from(JSON.stringify(definitions))) };
  }
  return made;
}

function makeDefinitions(): JsonObject {
  const fields = [...allFields()];
  return {
    FIELDS: fields.map(({ name, typeName, fieldCode, isSerialized, isSigningField }) => [
      name,
      {
        nth: fieldCode,
        isVLEncoded: lengthPrefixed.has(typeName),
        isSerialized,
        isSigningField,
        type: typeName,
      },
    ]),
    TYPES: Object.fromEntries(fields.map(({ typeName, typeCode }) => [typeName, typeCode])),
    LEDGER_ENTRY_TYPES: codesOf(Object.entries(ledgerEntryFormats)),
    TRANSACTION_TYPES: codesOf(transactionDefinitions.map((definition) => [definition.type, definition])),
    TRANSACTION_RESULTS: Object.fromEntries(
      Object.entries(engineResults).map(([name, { code }]) => [name, code]),
    ),
    ACCOUNT_SET_FLAGS: Object.fromEntries(Object.entries(asf).map(([name, value]) => [`asf${name}`, value])),
    LEDGER_ENTRY_FLAGS: ledgerEntryFlags,
    TRANSACTION_FLAGS: transactionFlags,
    LEDGER_ENTRY_FORMATS: Object.fromEntries(
      Object.entries(ledgerEntryFormats).map(([name, { format }]) => [name, formatJson(format)]),
    ),
    TRANSACTION_FORMATS: Object.fromEntries(
      transactionDefinitions.map(({ type, format }) => [type, formatJson({ ...commonFormat, ...format })]),
    ),
  };
}

const codesOf = (entries: readonly (readonly [string, { readonly code: number }])[]): JsonObject => ({
  Invalid: -1,
  ...Object.fromEntries(entries.map(([name, { code }]) => [name, code])),
});

const formatJson = (format: Format): JsonObject[] =>
  Object.entries(format).map(([name, { presence }]) => ({ name, optionality: optionality[presence] }));
