import { z } from "zod";
import type { JsonObject } from "../../../commands/json.ts";
import { checkToken, signAndSubmit } from "../carryOut.ts";
import { tagOf } from "../preparation/preparePayment.ts";
import { defineRoute } from "../route.ts";
import { party } from "../schemas/address.ts";
import { signedTransaction } from "../schemas/payment.ts";
import { submission } from "../schemas/submission.ts";
import { submitSigned } from "./submitTransaction.ts";

const preparedPayment = z
  .looseObject({
    TransactionType: z.literal("Payment"),
    Account: party,
    Destination: party,
    SourceTag: z.int().optional(),
    DestinationTag: z.int().optional(),
  })
  .meta({ id: "PaymentToSign", description: "A payment as `GET /preparations/payments` gives it." });

/** PUT /payments */
export const putPayment = defineRoute({
  method: "PUT",
  path: "/payments",
  operationId: "putPayment",
  tag: "Transact",
  summary: "Submits a payment, and signs it where it is not signed",
  description:
    "A prepared payment is signed with the key that this server was configured with, for callers who show the account's bearer token. Sent twice, it still pays once: its sequence is used only once.",
  body: z.union([signedTransaction, preparedPayment]),
  reply: submission,
  refusals: [400, 401],
  takesToken: true,
  async handle({ body, authorization }, rest) {
    if ("signedTransaction" in body || "tx_blob" in body) return submitSigned(body as SignedBody, rest);
    const payment = body as z.output<typeof preparedPayment>;
    const { account } = payment.Account;
    checkToken(account, authorization, rest);
    return { body: await signAndSubmit(account, () => transactionOf(payment), rest) };
  },
});

type SignedBody = z.output<typeof signedTransaction>;

function transactionOf({
  min_ledger: _min,
  max_ledger: _max,
  ...payment
}: z.output<typeof preparedPayment>): JsonObject {
  const { Account, Destination } = payment;
  const sourceTag = tagOf("Account", Account, payment.SourceTag);
  const destinationTag = tagOf("Destination", Destination, payment.DestinationTag);
  return {
    ...(payment as JsonObject),
    Account: Account.address,
    Destination: Destination.address,
    ...(sourceTag !== undefined && { SourceTag: sourceTag }),
    ...(destinationTag !== undefined && { DestinationTag: destinationTag }),
  };
}
