import type { z } from "zod";
import { defineRoute, type RestServices, type RouteReply } from "../route.ts";
import { signedTransaction } from "../schemas/payment.ts";
import { submission } from "../schemas/submission.ts";

/** POST /transactions */
export const submitTransaction = defineRoute({
  method: "POST",
  path: "/transactions",
  operationId: "submitTransaction",
  tag: "Transact",
  summary: "Submits a signed transaction",
  body: signedTransaction,
  reply: submission,
  refusals: [400],
  handle: ({ body }, rest) => submitSigned(body, rest),
});

/** Submits what was signed elsewhere. */
export async function submitSigned(
  body: z.output<typeof signedTransaction>,
  rest: RestServices,
): Promise<RouteReply> {
  const tx_blob = "tx_blob" in body ? body.tx_blob : body.signedTransaction;
  const { fail_hard } = body;
  return {
    body: await rest.call({ command: "submit", tx_blob, ...(fail_hard !== undefined && { fail_hard }) }),
  };
}
