import type { Parameter } from "../command.ts";
import { type JsonObject, member } from "../json.ts";
import { flagOf } from "../looseJson.ts";

/** What signing commands take beside the secret. The transaction is checked bit by bit, so it stays as it came. */
export interface SigningRequest {
  /** Without a look at the ledger: nothing is filled in, nobody's right to sign is checked. */
  readonly isOffline: boolean;
  readonly failHard: boolean;
  /** As received. Its `tx_json` and fee limits are looked at when their turn comes. */
  readonly request: JsonObject;
}

export const signingRequest: Parameter<SigningRequest> = {
  read: (request) => ({
    isOffline: flagOf(member(request, "offline")),
    failHard: flagOf(member(request, "fail_hard")),
    request,
  }),
  document: () => ({
    tx_json: { schema: { type: "object", description: "The transaction." }, required: true },
    offline: { schema: { type: "boolean", default: false }, required: false },
    build_path: { schema: { type: "boolean", default: false }, required: false },
    fee_mult_max: { schema: { type: "integer", minimum: 0, default: 10 }, required: false },
    fee_div_max: { schema: { type: "integer", minimum: 1, default: 1 }, required: false },
    fail_hard: { schema: { type: "boolean", default: false }, required: false },
  }),
};
