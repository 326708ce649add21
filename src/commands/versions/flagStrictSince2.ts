import type { Kind } from "../command.ts";
import { flagOf } from "../looseJson.ts";
import { invalidField, type RpcError } from "../rpcErrors.ts";
import { requestRules } from "./requestRules.ts";

/** A flag that is lenient in version 1; from version 2 on, `true` or `false` only. `refusal` makes the error. */
export const flagStrictSince2 = (refusal: (name: string) => RpcError = invalidField): Kind<boolean> => ({
  schema: { type: "boolean" },
  parse(value, name, { apiVersion }) {
    if (requestRules[apiVersion].flagsAreStrict && typeof value !== "boolean") throw refusal(name);
    return flagOf(value);
  },
});
