import { z } from "zod";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { address } from "../schemas/address.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { hashText, ledgerIdentity, paging } from "../schemas/ledgerIdentity.ts";
import { queryLimit, queryMarker } from "../schemas/query.ts";

const drops = z.string().meta({ description: "Drops." });
const time = z.int().optional().meta({ description: "Seconds since 2000-01-01." });

const channel = z
  .strictObject({
    channel_id: hashText,
    account: z.string(),
    destination_account: z.string(),
    amount: drops,
    balance: drops,
    public_key: z.string().optional(),
    public_key_hex: z.string().optional(),
    settle_delay: z.int(),
    expiration: time,
    cancel_after: time,
    source_tag: z.int().optional(),
    destination_tag: z.int().optional(),
  })
  .meta({ id: "Channel" });

export const channels = defineRoute({
  method: "GET",
  path: "/accounts/{address}/channels",
  operationId: "getAccountChannels",
  tag: "Query",
  summary: "The payment channels that an account pays from",
  params: accountInPath,
  query: queryOf({
    destination_account: address.optional().meta({ description: "Only the channels to this account." }),
    ledger_index: ledgerInQuery,
    limit: queryLimit,
    marker: queryMarker,
  }),
  reply: z
    .strictObject({ account: z.string(), channels: z.array(channel), ...ledgerIdentity, ...paging })
    .meta({ id: "AccountChannels" }),
  refusals: [400, 404],
  async handle({ params, query: { ledger_index: ledger, ...query } }, rest) {
    const account = params.address;
    const reply = await rest.call({ command: "account_channels", account, ...ledger.parameters, ...query });
    return ledgerReply(reply, ledger);
  },
});
