import type { z } from "zod";
import type { RpcErrorToken } from "../../commands/rpcErrors.ts";
import { codeOf, type Reason, RestError } from "./restError.ts";
import type { Route, RouteInput } from "./route.ts";

/** A request as it came. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** The request as its route's schemas read it. @throws RestError with everything that is wrong */
export function checkRequest(route: Route, raw: RawRequest): RouteInput<unknown, unknown, unknown> {
  const reasons: Reason[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const { success, data, error } = schema.safeParse(value);
    if (!success) reasons.push(...error.issues.map(reasonOf));
    return data;
  };
  const params = read(route.params, raw.params);
  const query = read(route.query, raw.query);
  const body = read(route.body, raw.body);
  if (reasons.length > 0) throw new RestError(400, reasons);
  return { params, query, body, authorization: raw.authorization };
}

/** `payment.source_tag: Invalid input: expected number, received string`. A schema may name the code's token. */
function reasonOf(issue: z.core.$ZodIssue): Reason {
  const token = issue.code === "custom" ? (issue.params?.token as RpcErrorToken | undefined) : undefined;
  const place = issue.path.join(".");
  return {
    code: codeOf(token ?? "invalidParams"),
    message: place === "" ? issue.message : `${place}: ${issue.message}`,
  };
}
