import { z } from "zod";
import { isJsonArray, isJsonObject, type JsonObject } from "../../../commands/json.ts";
import { wholeUnits } from "../decimalText.ts";
import { ledgerReply, sameLedger } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity, paging } from "../schemas/ledgerIdentity.ts";
import { queryLimit, queryMarker } from "../schemas/query.ts";

const balance = z
  .strictObject({
    currency: z.string(),
    value: z.string().meta({ description: "Whole units. Negative where the account owes." }),
    counterparty: z
      .string()
      .optional()
      .meta({ description: "The other side; nobody for the native currency." }),
  })
  .meta({ id: "Balance" });

export const balances = defineRoute({
  method: "GET",
  path: "/accounts/{address}/balances",
  operationId: "getAccountBalances",
  tag: "Query",
  summary: "What an account has and owes, in every currency",
  description: "The native balance stands first, on the first page.",
  params: accountInPath,
  query: queryOf({ ledger_index: ledgerInQuery, limit: queryLimit, marker: queryMarker }),
  reply: z
    .strictObject({ account: z.string(), balances: z.array(balance), ...ledgerIdentity, ...paging })
    .meta({ id: "AccountBalances" }),
  refusals: [400, 404],
  async handle({ params: { address }, query: { ledger_index: ledger, ...query } }, rest) {
    const request = { command: "account_lines", account: address, ...ledger.parameters, ...query };
    const { lines, ...reply } = await rest.call(request);
    const shown: JsonObject[] = [];
    if (query.marker === undefined) {
      const { account_data } = await rest.call({
        command: "account_info",
        account: address,
        ...sameLedger(reply),
      });
      const drops = isJsonObject(account_data) ? account_data.Balance : undefined;
      shown.push({ currency: rest.native, value: wholeUnits(BigInt(String(drops))) });
    }
    for (const line of isJsonArray(lines) ? lines : []) {
      if (!isJsonObject(line)) continue;
      shown.push({ currency: line.currency, value: line.balance, counterparty: line.account });
    }
    return ledgerReply(reply, ledger, { ...reply, balances: shown });
  },
});
