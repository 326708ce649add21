import { z } from "zod";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { address } from "../schemas/address.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity, paging } from "../schemas/ledgerIdentity.ts";
import { queryLimit, queryMarker } from "../schemas/query.ts";

const yes = z.boolean().optional();

const trustLine = z
  .strictObject({
    account: z.string().meta({ description: "The other side." }),
    balance: z.string().meta({ description: "Negative where the account owes." }),
    currency: z.string(),
    limit: z.string(),
    limit_peer: z.string(),
    quality_in: z.int(),
    quality_out: z.int(),
    authorized: yes,
    peer_authorized: yes,
    no_ripple: yes,
    no_ripple_peer: yes,
    freeze: yes,
    freeze_peer: yes,
  })
  .meta({ id: "TrustLine", description: "A trust line, from the account's side." });

export const trustLines = defineRoute({
  method: "GET",
  path: "/accounts/{address}/trust-lines",
  operationId: "getAccountTrustLines",
  tag: "Query",
  summary: "An account's trust lines",
  params: accountInPath,
  query: queryOf({
    peer: address.optional().meta({ description: "Only the lines with this account." }),
    ledger_index: ledgerInQuery,
    limit: queryLimit,
    marker: queryMarker,
  }),
  reply: z
    .strictObject({ account: z.string(), lines: z.array(trustLine), ...ledgerIdentity, ...paging })
    .meta({ id: "AccountTrustLines" }),
  refusals: [400, 404],
  async handle({ params, query: { ledger_index: ledger, ...query } }, rest) {
    const reply = await rest.call({
      command: "account_lines",
      account: params.address,
      ...ledger.parameters,
      ...query,
    });
    return ledgerReply(reply, ledger);
  },
});
