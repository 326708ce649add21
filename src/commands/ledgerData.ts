import { serializedEntryType } from "../protocol/codec/serializedType.ts";
import { bytesToHex } from "../protocol/hex.ts";
import type { Hash256 } from "../protocol/types.ts";
import { defineCommand, type Kind, optional, type Parameter } from "./command.ts";
import { isUnlimited } from "./context.ts";
import { entryType } from "./entryTypes.ts";
import { hasMember, type JsonValue } from "./json.ts";
import { flag, hash256FromText } from "./kinds.ts";
import { plainLedgerJson, shownHeader } from "./ledgerJson.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { integerOf, isIntegral } from "./looseJson.ts";
import { unexpectedField } from "./rpcErrors.ts";
import { replyForms } from "./versions/replyForms.ts";
import { manyRows } from "./weight.ts";
import { writtenEntry } from "./writtenObjects.ts";

/** Entries looked at for one reply. */
const pageLengths = { json: 256, binary: 2048 };

const startAfter: Kind<Hash256> = {
  schema: { type: "string", description: "What the page before gave; opaque." },
  parse(value, name) {
    const key = typeof value === "string" ? hash256FromText(value) : undefined;
    if (key === undefined) throw unexpectedField(name, "valid");
    return key;
  },
};

const entryLimit: Parameter<number | undefined> = {
  read(request, name) {
    if (!hasMember(request, name)) return undefined;
    const value = request[name];
    if (!isIntegral(value)) throw unexpectedField(name, "integer");
    return integerOf(value);
  },
  document: (name) => ({
    [name]: { schema: { type: "integer", maximum: pageLengths.binary }, required: false },
  }),
};

/** A ledger's entries, a page at a time. */
export const ledgerData = defineCommand({
  name: "ledger_data",
  summary: "The entries of a ledger, in order of their keys.",
  request: {
    ledger: ledgerSelector,
    marker: optional(startAfter),
    binary: optional(flag, false),
    limit: entryLimit,
    type: entryType,
  },
  source: "chosen ledger",
  isHeavy: ({ binary, limit = -1 }) => limit < 0 || limit > (binary ? 2 * manyRows : manyRows),

  handle({ ledger, marker, binary, limit = -1, type }, context) {
    const longest = binary ? pageLengths.binary : pageLengths.json;
    const isTooMuch = limit > longest && !isUnlimited(context);
    let left = limit < 0 || isTooMuch ? longest : limit;

    const state: JsonValue[] = [];
    let next: Hash256 | undefined;
    for (const entry of ledger.entries(marker)) {
      const { key, bytes } = entry;
      if (left-- <= 0) {
        next = before(key);
        break;
      }
      if (type !== undefined && serializedEntryType(bytes) !== type) continue;
      state.push(binary ? { data: bytesToHex(bytes), index: key } : writtenEntry(entry, context));
    }
    return {
      ledger_hash: shownHeader(ledger, context).ledgerHash,
      ledger_index: ledger.ledgerIndex,
      ...ledgerFields(ledger),
      ...(marker === undefined && { ledger: plainLedgerJson(ledger, context, binary) }),
      state: replyForms[context.apiVersion].entries(state),
      ...(next !== undefined && { marker: next }),
    };
  },
});

/** The key one below. */
function before(key: Hash256): Hash256 {
  const value = BigInt(`0x${key}`) - 1n;
  return BigInt.asUintN(256, value).toString(16).toUpperCase().padStart(64, "0");
}
