import type { Parameter } from "../command.ts";
import { streamNames } from "./subscriptions.ts";

/**
 * What subscribe and unsubscribe take. The handlers read it step by step, because what comes before a fault takes
 * effect all the same.
 */
export const subscriptionParameters: { readonly topics: Parameter<undefined> } = {
  topics: {
    read: () => undefined,
    document: () => {
      const side = {
        type: "object",
        properties: { currency: { type: "string" }, issuer: { type: "string" } },
        required: ["currency"],
      };
      const addresses = { type: "array", items: { type: "string" }, minItems: 1 };
      const book = {
        type: "object",
        properties: {
          taker_pays: side,
          taker_gets: side,
          taker: { type: "string" },
          both: { type: "boolean", default: false },
          snapshot: { type: "boolean", default: false },
        },
        required: ["taker_pays", "taker_gets"],
      };
      const optional = (schema: Readonly<Record<string, unknown>>) => ({ schema, required: false });
      return {
        streams: optional({ type: "array", items: { enum: streamNames } }),
        accounts: optional(addresses),
        accounts_proposed: optional(addresses),
        books: optional({ type: "array", items: book }),
        url: optional({ type: "string", format: "uri", description: "Administrators only." }),
        url_username: optional({ type: "string" }),
        url_password: optional({ type: "string", writeOnly: true }),
      };
    },
  },
};
