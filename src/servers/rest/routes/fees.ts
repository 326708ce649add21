import { z } from "zod";
import { defineRoute } from "../route.ts";

const drops = z.string().meta({ description: "Drops." });
const level = z.string().meta({ description: "In 256ths of the usual fee." });
const count = z.string();

export const fees = defineRoute({
  method: "GET",
  path: "/fees",
  operationId: "getFees",
  tag: "Query",
  summary: "What transactions cost now",
  reply: z
    .strictObject({
      current_ledger_size: count,
      current_queue_size: count,
      drops: z.strictObject({
        base_fee: drops,
        median_fee: drops,
        minimum_fee: drops,
        open_ledger_fee: drops,
      }),
      expected_ledger_size: count,
      ledger_current_index: z.int(),
      levels: z.strictObject({
        median_level: level,
        minimum_level: level,
        open_ledger_level: level,
        reference_level: level,
      }),
      max_queue_size: count.optional(),
    })
    .meta({ id: "Fees" }),
  refusals: [],
  handle: async (_input, rest) => ({ body: await rest.call({ command: "fee" }) }),
});
