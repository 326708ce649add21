import { z } from "zod";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../commands/json.ts";
import { badRequest } from "../restError.ts";
import { defineRoute, type Freshness, queryOf, type RestServices } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { chosenClosedLedger, type LedgerChoice } from "../schemas/ledgerChoice.ts";
import { ledgerIndex, paging } from "../schemas/ledgerIdentity.ts";
import { transaction } from "../schemas/ledgerObjects.ts";
import { queryFlag, queryInteger, queryLimit, queryMarker } from "../schemas/query.ts";

/** The command behind it counts with a sign. */
const boundInteger = queryInteger(1, 0x7fff_ffff);

const query = queryOf({
  ledger_index: chosenClosedLedger.optional().meta({ description: "Only the transactions of this ledger." }),
  minLedgerVersion: boundInteger.optional().meta({ description: "The first ledger to look at." }),
  maxLedgerVersion: boundInteger.optional().meta({ description: "The last one." }),
  forward: queryFlag.optional().meta({ description: "Oldest first. Default: newest first." }),
  limit: queryLimit,
  marker: queryMarker,
});
type Query = z.output<typeof query>;

export const accountTransactions = defineRoute({
  method: "GET",
  path: "/accounts/{address}/transactions",
  operationId: "getAccountTransactions",
  tag: "Query",
  summary: "The transactions that affected an account",
  params: accountInPath,
  query,
  reply: z
    .strictObject({
      transactions: z.array(transaction),
      minLedgerVersion: ledgerIndex.meta({ description: "The first ledger that was looked at." }),
      validated: z.boolean().meta({ description: "Always true: what is listed is final." }),
      marker: paging.marker,
    })
    .meta({ id: "AccountTransactions" }),
  refusals: [400, 404],
  async handle({ params: { address }, query }, rest) {
    const { forward, limit } = query;
    const reply = await rest.call({
      command: "account_tx",
      account: address,
      ...rangeOf(query),
      ...(forward !== undefined && { forward }),
      ...(limit !== undefined && { limit }),
      ...(query.marker !== undefined && { marker: readMarker(query.marker) }),
    });
    const rows = isJsonArray(reply.transactions) ? reply.transactions : [];
    // An account that was deleted still has its transactions.
    if (rows.length === 0) await mustExist(address, rest);
    const marker = writeMarker(reply.marker);
    return {
      body: {
        transactions: rows.map(flat),
        minLedgerVersion: reply.ledger_index_min,
        validated: reply.validated,
        marker,
      },
      freshness: freshnessOf(query, reply),
      // The next page is of the same ledgers, whatever closes in between.
      next: marker === undefined ? undefined : { marker, ...boundsOf(query, reply) },
    };
  },
});

function rangeOf({ ledger_index, minLedgerVersion: first, maxLedgerVersion: last }: Query): JsonObject {
  if (first === undefined && last === undefined) return { ...ledger_index?.parameters };
  if (ledger_index !== undefined) throw badRequest("ledger_index: not together with a range of ledgers");
  return {
    ...(first !== undefined && { ledger_index_min: first }),
    ...(last !== undefined && { ledger_index_max: last }),
  };
}

function freshnessOf(
  { ledger_index, minLedgerVersion, maxLedgerVersion }: Query,
  reply: JsonObject,
): Freshness {
  const isFixed =
    isFixedChoice(ledger_index) ||
    (minLedgerVersion === reply.ledger_index_min && maxLedgerVersion === reply.ledger_index_max);
  return isFixed ? "final" : "validated";
}

const isFixedChoice = (choice: LedgerChoice | undefined): boolean => choice?.isFixed === true;

const boundsOf = ({ ledger_index }: Query, reply: JsonObject): Record<string, string> =>
  isFixedChoice(ledger_index)
    ? {}
    : { minLedgerVersion: String(reply.ledger_index_min), maxLedgerVersion: String(reply.ledger_index_max) };

async function mustExist(account: string, rest: RestServices): Promise<void> {
  await rest.call({ command: "account_info", account, ledger_index: "validated" });
}

/** A row as the resource of the single transaction shows it. */
function flat(row: JsonValue): JsonValue {
  if (!isJsonObject(row) || !isJsonObject(row.tx)) return row;
  const { inLedger: _older, ...tx } = row.tx;
  return { ...tx, meta: row.meta, validated: row.validated };
}

/** The command's marker is an object; here it is text: `7-2`. */
function writeMarker(marker: JsonValue | undefined): string | undefined {
  return isJsonObject(marker) ? `${marker.ledger}-${marker.seq}` : undefined;
}

function readMarker(text: string): JsonObject {
  const match = /^(\d{1,10})-(\d{1,10})$/.exec(text);
  if (match === null) throw badRequest("marker: not one that came with a page");
  return { ledger: Number(match[1]), seq: Number(match[2]) };
}
