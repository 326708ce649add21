import { z } from "zod";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../commands/json.ts";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { chosenLedger } from "../schemas/ledgerChoice.ts";
import { hashText, ledgerIdentity, ledgerIndex } from "../schemas/ledgerIdentity.ts";
import { transaction } from "../schemas/ledgerObjects.ts";
import { queryFlag } from "../schemas/query.ts";

const time = z.int().optional().meta({ description: "Seconds since 2000-01-01." });
const hash = hashText.optional();

const ledger = z
  .strictObject({
    ledger_index: ledgerIndex,
    closed: z.boolean(),
    ledger_hash: hash,
    parent_hash: hashText,
    account_hash: hash,
    transaction_hash: hash,
    total_coins: z.string().optional().meta({ description: "Drops." }),
    close_time: time,
    close_time_human: z.string().optional(),
    close_time_resolution: z.int().optional(),
    close_flags: z.int().optional(),
    parent_close_time: time,
    transactions: z
      .array(z.union([hashText, transaction]))
      .optional()
      .meta({ description: "Ordered by hash." }),
  })
  .meta({ id: "Ledger", description: "A ledger's header; most of it is there once the ledger is closed." });

const headerFields = [
  "closed",
  "ledger_hash",
  "parent_hash",
  "account_hash",
  "transaction_hash",
  "total_coins",
  "close_time",
  "close_time_human",
  "close_time_resolution",
  "close_flags",
  "parent_close_time",
] as const;

export const ledgers = defineRoute({
  method: "GET",
  path: "/ledgers/{ledger}",
  operationId: "getLedger",
  tag: "Query",
  summary: "A ledger's header, and on request its transactions",
  params: z.object({ ledger: chosenLedger }),
  query: queryOf({
    transactions: queryFlag.optional().meta({ description: "With the hashes of its transactions." }),
    expand: queryFlag.optional().meta({ description: "With the transactions themselves." }),
  }),
  reply: z.strictObject({ ledger, ...ledgerIdentity }).meta({ id: "LedgerReply" }),
  refusals: [400, 404],
  async handle({ params, query: { transactions = false, expand = false } }, rest) {
    const reply = await rest.call({
      command: "ledger",
      ...params.ledger.parameters,
      transactions: transactions || expand,
      expand,
    });
    const header = isJsonObject(reply.ledger) ? reply.ledger : {};
    const shown: JsonObject = {
      ledger_index: Number(header.ledger_index),
      ...Object.fromEntries(headerFields.map((field) => [field, header[field]])),
    };
    if (isJsonArray(header.transactions)) {
      shown.transactions = header.transactions.map((row) => flat(row, reply, shown));
    }
    return ledgerReply(reply, params.ledger, { ...reply, ledger: shown });
  },
});

/** A transaction as its own resource shows it. */
function flat(row: JsonValue, { ledger_index, validated }: JsonObject, header: JsonObject): JsonValue {
  if (!isJsonObject(row)) return row;
  const { metaData: meta, ...tx } = row;
  return { ...tx, meta, ledger_index, date: header.close_time, validated };
}
