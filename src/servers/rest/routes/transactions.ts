import { z } from "zod";
import { badRequest } from "../restError.ts";
import { defineRoute, queryOf } from "../route.ts";
import { hash256 } from "../schemas/ledgerChoice.ts";
import { transaction } from "../schemas/ledgerObjects.ts";
import { queryInteger } from "../schemas/query.ts";

export const transactions = defineRoute({
  method: "GET",
  path: "/transactions/{id}",
  operationId: "getTransaction",
  tag: "Query",
  summary: "A transaction and what became of it",
  params: z.object({ id: hash256.meta({ description: "The transaction's hash." }) }),
  query: queryOf({
    min_ledger: queryInteger(1).optional().meta({
      description:
        "With max_ledger: says whether all ledgers from here on were searched, if it is not found.",
    }),
    max_ledger: queryInteger(1).optional().meta({ description: "At most 1000 after min_ledger." }),
  }),
  reply: transaction,
  refusals: [400, 404],
  async handle({ params: { id }, query: { min_ledger, max_ledger } }, rest) {
    if ((min_ledger === undefined) !== (max_ledger === undefined)) {
      throw badRequest("min_ledger, max_ledger: both or none", "invalidLgrRange");
    }
    const range = min_ledger === undefined ? {} : { min_ledger, max_ledger };
    const { inLedger: _older, ...body } = await rest.call({ command: "tx", transaction: id, ...range });
    return { body, freshness: body.validated === true ? "final" : "live" };
  },
});
