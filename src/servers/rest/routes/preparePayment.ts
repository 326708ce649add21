import { amountFromInput } from "../preparation/amountFromInput.ts";
import { preparePayment } from "../preparation/preparePayment.ts";
import { defineRoute, queryOf } from "../route.ts";
import { address, party } from "../schemas/address.ts";
import { ledgerIndex } from "../schemas/ledgerIdentity.ts";
import { transactionJson } from "../schemas/ledgerObjects.ts";
import { currency, decimal } from "../schemas/payment.ts";
import { queryInteger } from "../schemas/query.ts";

export const preparePaymentRoute = defineRoute({
  method: "GET",
  path: "/preparations/payments",
  operationId: "preparePayment",
  tag: "Transact",
  summary: "A payment, ready to be signed",
  description:
    "Fills in fee, sequence and the last ledger, and refuses what would fail for sure. An X-address brings its tag along.",
  query: queryOf({
    source: party,
    destination: party,
    currency,
    value: decimal.meta({ description: "How much of it is to arrive." }),
    issuer: address
      .optional()
      .meta({ description: "Of an issued currency; default: whoever the receiver trusts." }),
    source_tag: queryInteger(0).optional(),
    destination_tag: queryInteger(0).optional(),
    maxLedgerVersionOffset: queryInteger(1, 1_000_000).optional().meta({
      description: "How many ledgers after the last validated one it may still be in. Default: 20.",
    }),
  }),
  reply: transactionJson
    .extend({ min_ledger: ledgerIndex, max_ledger: ledgerIndex })
    .meta({ id: "PreparedPayment" }),
  refusals: [400, 404, 422],
  handle({ query }, rest) {
    const { source, destination, currency, value, issuer, maxLedgerVersionOffset } = query;
    const amount = amountFromInput({ currency, value, issuer }, "amount", destination.address, rest.native);
    const { tx, minLedger, maxLedger } = preparePayment(
      { source, sourceTag: query.source_tag, destination, destinationTag: query.destination_tag, amount },
      { maxLedgerVersionOffset },
      rest,
    );
    return { body: { ...tx, min_ledger: minLedger, max_ledger: maxLedger } };
  },
});
