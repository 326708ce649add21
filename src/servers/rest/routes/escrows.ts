import { z } from "zod";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity, paging } from "../schemas/ledgerIdentity.ts";
import { ledgerEntry } from "../schemas/ledgerObjects.ts";
import { queryLimit, queryMarker } from "../schemas/query.ts";

export const escrows = defineRoute({
  method: "GET",
  path: "/accounts/{address}/escrows",
  operationId: "getAccountEscrows",
  tag: "Query",
  summary: "The escrows that an account pays into or waits for",
  params: accountInPath,
  query: queryOf({ ledger_index: ledgerInQuery, limit: queryLimit, marker: queryMarker }),
  reply: z
    .strictObject({ account: z.string(), escrows: z.array(ledgerEntry), ...ledgerIdentity, ...paging })
    .meta({ id: "AccountEscrows" }),
  refusals: [400, 404],
  async handle({ params, query: { ledger_index: ledger, ...query } }, rest) {
    const reply = await rest.call({
      command: "account_objects",
      account: params.address,
      type: "escrow",
      ...ledger.parameters,
      ...query,
    });
    const { account_objects, ...others } = reply;
    return ledgerReply(reply, ledger, { ...others, escrows: account_objects });
  },
});
