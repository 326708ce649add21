import type { Parameter } from "./command.ts";
import { isUnlimited } from "./context.ts";
import { member } from "./json.ts";
import { isGiven, isUnsigned } from "./looseJson.ts";
import { unexpectedField } from "./rpcErrors.ts";

/** How many rows a page may have, for callers who are limited. */
export interface LimitRange {
  readonly least: number;
  readonly otherwise: number;
  readonly most: number;
}

/** Rows a page. What lies outside the range is moved into it, except for unlimited callers. */
export const limit = ({ least, otherwise, most }: LimitRange): Parameter<number> => ({
  read(request, name, context) {
    const value = member(request, name);
    if (!isGiven(value)) return otherwise;
    if (!isUnsigned(value)) throw unexpectedField(name, "unsigned integer");
    return isUnlimited(context) ? value : Math.max(least, Math.min(most, value));
  },
  document: (name) => ({
    [name]: {
      schema: { type: "integer", minimum: least, maximum: most, default: otherwise },
      required: false,
    },
  }),
});

/** The usual range of lists of an account. */
export const accountListRange: LimitRange = { least: 10, otherwise: 200, most: 400 };
