import type { Parameter } from "../command.ts";

const amount = { anyOf: [{ type: "string" }, { type: "object" }] };

/** What both path commands take; parsePathRequest checks it. */
export const pathParameters: { readonly paths: Parameter<undefined> } = {
  paths: {
    read: () => undefined,
    document: () => ({
      source_account: { schema: { type: "string" }, required: true },
      destination_account: { schema: { type: "string" }, required: true },
      destination_amount: { schema: amount, required: true },
      send_max: { schema: amount, required: false },
      source_currencies: {
        schema: {
          type: "array",
          maxItems: 18,
          items: {
            type: "object",
            properties: { currency: { type: "string" }, issuer: { type: "string" } },
            required: ["currency"],
          },
        },
        required: false,
      },
    }),
  },
};
