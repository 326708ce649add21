import { z } from "zod";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity, paging } from "../schemas/ledgerIdentity.ts";
import { ledgerAmount } from "../schemas/ledgerObjects.ts";
import { queryLimit, queryMarker } from "../schemas/query.ts";

const offer = z
  .strictObject({
    taker_gets: ledgerAmount,
    taker_pays: ledgerAmount,
    seq: z.int().meta({ description: "The sequence that cancels it." }),
    flags: z.int(),
    quality: z.string().meta({ description: "What is paid for one that is got; drops count as such." }),
    expiration: z.int().optional(),
  })
  .meta({ id: "Offer" });

export const offers = defineRoute({
  method: "GET",
  path: "/accounts/{address}/offers",
  operationId: "getAccountOffers",
  tag: "Query",
  summary: "An account's offers that are not taken yet",
  params: accountInPath,
  query: queryOf({ ledger_index: ledgerInQuery, limit: queryLimit, marker: queryMarker }),
  reply: z
    .strictObject({ account: z.string(), offers: z.array(offer), ...ledgerIdentity, ...paging })
    .meta({ id: "AccountOffers" }),
  refusals: [400, 404],
  async handle({ params, query: { ledger_index: ledger, ...query } }, rest) {
    const account = params.address;
    const reply = await rest.call({ command: "account_offers", account, ...ledger.parameters, ...query });
    return ledgerReply(reply, ledger);
  },
});
