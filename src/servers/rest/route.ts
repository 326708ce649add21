import { z } from "zod";
import type { ApiVersion } from "../../commands/context.ts";
import type { JsonObject } from "../../commands/json.ts";
import type { Node } from "../../node/node.ts";
import type { SigningService } from "../signing/signingService.ts";
import type { FaucetSettings } from "./faucetSettings.ts";
import type { InTurn } from "./inTurn.ts";

/** What handlers act on. */
export interface RestServices {
  readonly node: Node;
  /** The native currency's code. */
  readonly native: string;
  /** The server's version. */
  readonly version: string;
  readonly signing: SigningService;
  /** Undefined where this is no development ledger. */
  readonly faucet: FaucetSettings | undefined;
  /** Runs a command, as a caller without any rights. @throws RestError */
  call(request: JsonObject, apiVersion?: ApiVersion): Promise<JsonObject>;
  readonly inTurn: InTurn;
  /** The OpenAPI document. */
  document(): JsonObject;
}

/**
 * How long a reply is true: `final` for ever, `validated` until the next ledger is validated, `live` not even until
 * it arrives.
 */
export type Freshness = "final" | "validated" | "live";

/** What a route answers with status 200. */
export interface RouteReply {
  readonly body: JsonObject;
  /** Default: live. */
  readonly freshness?: Freshness;
  /** Query parameters of the next page, put over the request's own. */
  readonly next?: Readonly<Record<string, string>> | undefined;
}

/** A request whose parts have been checked. */
export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The header, as it came. */
  readonly authorization: string | undefined;
}

export type Tag = "Query" | "Transact" | "Meta";

interface RouteDefinition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly method: "GET" | "PUT" | "POST";
  /** As OpenAPI writes it: `/accounts/{address}/info`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  /** One line. */
  readonly summary: string;
  /** Whatever else its user should know. */
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The body of a reply with status 200. */
  readonly reply: z.ZodType;
  /** The statuses that it refuses with. */
  readonly refusals: readonly (400 | 401 | 404 | 422)[];
  /** Whether an account's bearer token opens more of it. */
  readonly takesToken?: boolean;
  handle(
    input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>,
    rest: RestServices,
  ): RouteReply | Promise<RouteReply>;
}

/** A route, its handler no longer typed by its schemas. */
export interface Route extends Omit<RouteDefinition<z.ZodType, z.ZodType, z.ZodType>, "handle"> {
  handle(input: RouteInput<unknown, unknown, unknown>, rest: RestServices): RouteReply | Promise<RouteReply>;
}

/** Declares one method of one path. The schemas check requests, type the handler, and document both. */
export function defineRoute<
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
>(definition: RouteDefinition<P, Q, B>): Route {
  return definition as unknown as Route;
}

/** Query parameters. Those that nobody knows are ignored, as is usual on the web. */
export const queryOf = <T extends z.ZodRawShape>(shape: T) => z.object(shape);
