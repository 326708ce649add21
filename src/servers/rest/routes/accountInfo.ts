import { z } from "zod";
import { ledgerReply } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { ledgerIdentity } from "../schemas/ledgerIdentity.ts";
import { accountRoot } from "../schemas/ledgerObjects.ts";

const { ledger_index, ledger_current_index, validated } = ledgerIdentity;

export const accountInfo = defineRoute({
  method: "GET",
  path: "/accounts/{address}/info",
  operationId: "getAccountInfo",
  tag: "Query",
  summary: "An account's entry: balance, sequence, flags",
  params: accountInPath,
  query: queryOf({ ledger_index: ledgerInQuery }),
  reply: z
    .strictObject({ account_data: accountRoot, ledger_index, ledger_current_index, validated })
    .meta({ id: "AccountInfo" }),
  refusals: [400, 404],
  async handle({ params: { address }, query: { ledger_index: ledger } }, rest) {
    const reply = await rest.call({ command: "account_info", account: address, ...ledger.parameters });
    const { account_data, ledger_index, ledger_current_index, validated } = reply;
    return ledgerReply(reply, ledger, { account_data, ledger_index, ledger_current_index, validated });
  },
});
