import { z } from "zod";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { address } from "../schemas/address.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity } from "../schemas/ledgerIdentity.ts";

const byAccount = z.record(z.string(), z.array(z.strictObject({ currency: z.string(), value: z.string() })));

export const obligations = defineRoute({
  method: "GET",
  path: "/accounts/{address}/obligations",
  operationId: "getAccountObligations",
  tag: "Query",
  summary: "What an issuer owes, and to whom of its own",
  description: "The sums by currency of what the account issued, without what its own hot wallets hold.",
  params: accountInPath,
  query: queryOf({
    hotwallet: z
      .preprocess((value) => (typeof value === "string" ? [value] : value), z.array(address).optional())
      .meta({ description: "The issuer's own hot wallets; may be given several times." }),
    ledger_index: ledgerInQuery,
  }),
  reply: z
    .strictObject({
      account: z.string(),
      obligations: z.record(z.string(), z.string()).optional().meta({ description: "Sums by currency." }),
      balances: byAccount.optional().meta({ description: "What the hot wallets hold." }),
      frozen_balances: byAccount.optional(),
      assets: byAccount.optional().meta({ description: "What others owe the account." }),
      ...ledgerIdentity,
    })
    .meta({ id: "Obligations" }),
  refusals: [400, 404],
  async handle({ params, query: { ledger_index: ledger, hotwallet } }, rest) {
    const account = params.address;
    const request = { command: "gateway_balances", account, strict: true, ...ledger.parameters };
    // The command itself also answers for accounts that are not there.
    await rest.call({ command: "account_info", account, ...ledger.parameters });
    const reply = await rest.call(hotwallet === undefined ? request : { ...request, hotwallet });
    return ledgerReply(reply, ledger);
  },
});
