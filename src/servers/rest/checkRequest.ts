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
  return { code: codeOf(token ?? "invalidParams"), message: wordsOf(issue) };
}

function wordsOf(issue: z.core.$ZodIssue, outer: readonly PropertyKey[] = []): string {
  const path = [...outer, ...issue.path];
  // A schema that is one of several has words of its own, or none: then those of each stand in their place.
  if (issue.code === "invalid_union" && issue.errors.length > 0 && issue.message === "Invalid input") {
    return [...new Set(issue.errors.map(([first]) => wordsOf(first!, path)))].join("; or ");
  }
  // In the words of whoever sent it: nobody sends `undefined`.
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  const words = isMissing ? "is missing" : issue.message;
  return path.length === 0 ? words : `${path.join(".")}: ${words}`;
}
