import { z } from "zod";
import type { JsonObject, JsonValue } from "../../../commands/json.ts";
import { tfNoRippleDirect, tfPartialPayment } from "../../../protocol/flags.ts";
import { carryOut } from "../carryOut.ts";
import { amountFromInput } from "../preparation/amountFromInput.ts";
import { type Order, preparePayment } from "../preparation/preparePayment.ts";
import { badRequest } from "../restError.ts";
import { defineRoute } from "../route.ts";
import { instructions, paymentOrder } from "../schemas/payment.ts";
import { prepared, submission } from "../schemas/submission.ts";

type PaymentOrder = z.output<typeof paymentOrder>;

/** POST /payments */
export const makePayment = defineRoute({
  method: "POST",
  path: "/payments",
  operationId: "makePayment",
  tag: "Transact",
  summary: "Makes a payment, or only prepares it",
  description:
    "With `submit`, the payment is signed with the source account's key, which this server was configured with, for callers who show the account's bearer token. Sent twice, it pays twice: to be safe from that, prepare a payment and PUT it.",
  body: z
    .strictObject({
      payment: paymentOrder,
      instructions: instructions.default({}),
      submit: z.boolean().default(false),
    })
    .meta({ id: "PaymentRequest" }),
  reply: z.union([submission, prepared]),
  refusals: [400, 401, 404, 422],
  takesToken: true,
  handle({ body: { payment, instructions, submit }, authorization }, rest) {
    const { account } = payment.source_address;
    const order = orderOf(payment, rest.native);
    const prepare = () => preparePayment(order, instructions, rest);
    return carryOut({ account, submit, authorization, prepare }, rest);
  },
});

function orderOf(payment: PaymentOrder, native: string): Order {
  const { source_address: source, destination_address: destination } = payment;
  const amount = amountFromInput(
    payment.destination_amount,
    "payment.destination_amount",
    destination.address,
    native,
  );
  const { partial_payment, no_direct_ripple, invoice_id, paths } = payment;
  const flags =
    (partial_payment === true ? tfPartialPayment : 0) | (no_direct_ripple === true ? tfNoRippleDirect : 0);
  const more: JsonObject = {
    ...(flags !== 0 && { Flags: flags }),
    ...sendMaxOf(payment, amount, native),
    ...(invoice_id !== undefined && { InvoiceID: invoice_id }),
    ...(paths !== undefined && { Paths: paths as JsonValue }),
  };
  return {
    source,
    sourceTag: payment.source_tag,
    destination,
    destinationTag: payment.destination_tag,
    amount,
    more,
  };
}

/** Native money is not paid for with more native money: then both amounts are one. */
function sendMaxOf(
  { source_amount, source_address }: PaymentOrder,
  amount: JsonValue,
  native: string,
): JsonObject {
  if (source_amount === undefined) return {};
  const sendMax = amountFromInput(source_amount, "payment.source_amount", source_address.address, native);
  if (typeof sendMax !== "string" || typeof amount !== "string") return { SendMax: sendMax };
  if (sendMax !== amount) {
    throw badRequest(`payment.source_amount: not the destination_amount, though both are ${native}`);
  }
  return {};
}
