import type { JsonObject } from "../../commands/json.ts";
import { RpcError, type RpcErrorToken, rpcErrors } from "../../commands/rpcErrors.ts";
import { type EngineResult, engineResults, engineResultText } from "../../protocol/engineResults.ts";

/** One reason of a refusal. */
export interface Reason {
  readonly code: number;
  readonly message: string;
}

/**
 * Codes that only this interface has. All others are those of commands (rpcErrors.ts) or, where the ledger would
 * refuse what is asked for, of engine results.
 */
export const restCodes = {
  unauthorized: 401,
  noSuchResource: 404,
  /** This server does not sign for the account. */
  accountNotConfigured: 6000,
} as const;

/** A refusal: an HTTP status and why. `fields` go into the reply beside the reasons. */
export class RestError extends Error {
  readonly status: number;
  readonly reasons: readonly Reason[];
  readonly fields: JsonObject | undefined;

  constructor(status: number, reasons: readonly Reason[], message?: string, fields?: JsonObject) {
    super(message ?? reasons[0]?.message ?? "Refused");
    this.name = "RestError";
    this.status = status;
    this.reasons = reasons;
    this.fields = fields;
  }

  toJson(): JsonObject {
    return {
      ...this.fields,
      message: this.message,
      errors: this.reasons.map(({ code, message }) => ({ code, message })),
    };
  }
}

/** A request that is not as it should be. */
export const badRequest = (message: string, token: RpcErrorToken = "invalidParams"): RestError =>
  new RestError(400, [{ code: codeOf(token), message }]);

/** A request that is well formed, but that the ledger would refuse. */
export const wouldFail = (result: EngineResult, native: string, message: string): RestError =>
  new RestError(
    422,
    [{ code: engineResults[result].code, message: engineResultText(result, native) }],
    message,
  );

/** The code of a command's error; those without one of their own count as invalid parameters. */
export function codeOf(token: RpcErrorToken): number {
  const kind: { readonly code?: number } = rpcErrors[token];
  return kind.code ?? rpcErrors.invalidParams.code;
}

const notThere: ReadonlySet<string> = new Set([
  "actNotFound",
  "srcActNotFound",
  "lgrNotFound",
  "txnNotFound",
  "transactionNotFound",
  "entryNotFound",
]);
const unavailable: ReadonlySet<string> = new Set([
  "tooBusy",
  "slowDown",
  "noCurrent",
  "noClosed",
  "noNetwork",
]);

function statusOf(token: string): number {
  if (notThere.has(token)) return 404;
  if (unavailable.has(token)) return 503;
  if (token === "highFee") return 422;
  return token === "internal" ? 500 : 400;
}

/** What a command's error reply is here. */
export function errorFromReply(reply: JsonObject): RestError {
  const token = String(reply.error);
  const { error_code: code, error_message: message, error_exception: exception, searched_all } = reply;
  return new RestError(
    statusOf(token),
    [
      {
        code: typeof code === "number" ? code : rpcErrors.invalidParams.code,
        message: typeof message === "string" ? message : typeof exception === "string" ? exception : token,
      },
    ],
    undefined,
    searched_all === undefined ? undefined : { searched_all },
  );
}

/** Any error as a refusal; undefined for one that is our own mistake. */
export function asRestError(error: unknown): RestError | undefined {
  if (error instanceof RestError) return error;
  if (error instanceof RpcError) return errorFromReply(error.toReply());
  return fromTransport(error);
}

const transportMessages: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: "The path is malformed.",
  400: "The body is no JSON.",
  413: "The body is too long.",
};

/** What fastify refuses before a route is asked. */
function fromTransport(error: unknown): RestError | undefined {
  if (!(error instanceof Error) || !("statusCode" in error) || typeof error.statusCode !== "number")
    return undefined;
  const { statusCode: status, message } = error;
  if (status >= 500) return undefined;
  const code = "code" in error ? String(error.code) : "";
  return new RestError(status, [
    {
      code: codeOf("badSyntax"),
      message: transportMessages[code] ?? transportMessages[status] ?? message,
    },
  ]);
}
