import { z } from "zod";
import { entryTypeNames } from "../../../commands/entryTypes.ts";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity, paging } from "../schemas/ledgerIdentity.ts";
import { ledgerEntry } from "../schemas/ledgerObjects.ts";
import { queryFlag, queryLimit, queryMarker } from "../schemas/query.ts";

export const objects = defineRoute({
  method: "GET",
  path: "/accounts/{address}/objects",
  operationId: "getAccountObjects",
  tag: "Query",
  summary: "The ledger entries that an account owns",
  params: accountInPath,
  query: queryOf({
    type: z.enum(entryTypeNames).optional().meta({ description: "Only entries of this type." }),
    deletion_blockers_only: queryFlag
      .optional()
      .meta({ description: "Only what keeps the account from being deleted." }),
    ledger_index: ledgerInQuery,
    limit: queryLimit,
    marker: queryMarker,
  }),
  reply: z
    .strictObject({
      account: z.string(),
      account_objects: z.array(ledgerEntry),
      ...ledgerIdentity,
      ...paging,
    })
    .meta({ id: "AccountObjects" }),
  refusals: [400, 404],
  async handle({ params, query: { ledger_index: ledger, ...query } }, rest) {
    const account = params.address;
    const reply = await rest.call({ command: "account_objects", account, ...ledger.parameters, ...query });
    return ledgerReply(reply, ledger);
  },
});
