import type { JsonObject } from "./json.ts";

interface ErrorKind {
  /** Clients switch on it: never renumber. Absent where the reference answers with the token alone. */
  readonly code?: number;
  readonly message?: string;
  /** HTTP status for callers that ask for `ripplerpc` 3.0; everybody else gets 200. */
  readonly status?: number;
}

/**
 * Errors of commands by token, as clients see them. Add, never change.
 *
 * Source: the reference's ErrorCodes.cpp, version 1.8.0-b3; statuses and the last group come from later versions.
 */
export const rpcErrors = {
  badSyntax: { code: 1, message: "Syntax error.", status: 400 },
  json_rpc: { code: 2, message: "JSON-RPC transport error.", status: 500 },
  forbidden: { code: 3, message: "Bad credentials.", status: 403 },
  wrongNetwork: { code: 4, message: "Wrong network." },
  noPermission: { code: 6, message: "You don't have permission for this command.", status: 401 },
  noEvents: { code: 7, message: "Current transport does not support events.", status: 405 },
  tooBusy: { code: 9, message: "The server is too busy to help you now.", status: 503 },
  slowDown: { code: 10, message: "You are placing too much load on the server.", status: 429 },
  highFee: { code: 11, message: "Current transaction fee exceeds your limit.", status: 402 },
  notEnabled: { code: 12, message: "Not enabled in configuration.", status: 501 },
  notReady: { code: 13, message: "Not ready to handle this request.", status: 503 },
  amendmentBlocked: { code: 14, message: "Amendment blocked, need upgrade." },
  noClosed: { code: 15, message: "Closed ledger is unavailable.", status: 503 },
  noCurrent: { code: 16, message: "Current ledger is unavailable.", status: 503 },
  noNetwork: { code: 17, message: "Not synced to the network.", status: 503 },
  notSynced: { code: 18, message: "Not synced to the network.", status: 503 },
  actNotFound: { code: 19, message: "Account not found." },
  lgrNotFound: { code: 21, message: "Ledger not found.", status: 404 },
  lgrNotValidated: { code: 22, message: "Ledger not validated.", status: 202 },
  masterDisabled: { code: 23, message: "Master key is disabled.", status: 403 },
  txnNotFound: { code: 29, message: "Transaction not found.", status: 404 },
  invalidParams: { code: 31, message: "Invalid parameters.", status: 400 },
  unknownCmd: { code: 32, message: "Unknown method.", status: 405 },
  noPathRequest: { code: 33, message: "No pathfinding request in progress.", status: 404 },
  actMalformed: { code: 35, message: "Account malformed." },
  alreadyMultisig: { code: 36, message: "Already multisigned." },
  alreadySingleSig: { code: 37, message: "Already single-signed." },
  badFeature: { code: 40, message: "Feature unknown or invalid.", status: 500 },
  badIssuer: { code: 41, message: "Issuer account malformed.", status: 400 },
  badMarket: { code: 42, message: "No such market.", status: 404 },
  badSecret: { code: 43, message: "Secret does not match account.", status: 403 },
  badSeed: { code: 44, message: "Disallowed seed.", status: 403 },
  channelMalformed: { code: 45, message: "Payment channel is malformed.", status: 400 },
  channelAmtMalformed: { code: 46, message: "Payment channel amount is malformed.", status: 400 },
  commandMissing: { code: 47, message: "Missing command entry.", status: 400 },
  dstActMalformed: { code: 48, message: "Destination account is malformed.", status: 400 },
  dstActMissing: { code: 49, message: "Destination account not provided.", status: 400 },
  dstActNotFound: { code: 50, message: "Destination account not found.", status: 404 },
  dstAmtMalformed: { code: 51, message: "Destination amount/currency/issuer is malformed.", status: 400 },
  dstAmtMissing: { code: 52, message: "Destination amount/currency/issuer is missing.", status: 400 },
  dstIsrMalformed: { code: 53, message: "Destination issuer is malformed.", status: 400 },
  lgrIdxsInvalid: { code: 57, message: "Ledger indexes invalid.", status: 400 },
  lgrIdxMalformed: { code: 58, message: "Ledger index malformed.", status: 400 },
  publicMalformed: { code: 62, message: "Public key is malformed.", status: 400 },
  signingMalformed: { code: 63, message: "Signing of transaction is malformed.", status: 400 },
  sendMaxMalformed: { code: 64, message: "SendMax amount malformed.", status: 400 },
  srcActMalformed: { code: 65, message: "Source account is malformed.", status: 400 },
  srcActMissing: { code: 66, message: "Source account not provided.", status: 400 },
  srcActNotFound: { code: 67, message: "Source account not found.", status: 404 },
  srcCurMalformed: { code: 69, message: "Source currency is malformed.", status: 400 },
  srcIsrMalformed: { code: 70, message: "Source issuer is malformed.", status: 400 },
  malformedStream: { code: 71, message: "Stream malformed.", status: 400 },
  deprecated: { code: 72, message: "Use the new API or specify a ledger range.", status: 400 },
  internal: { code: 73, message: "Internal error.", status: 500 },
  notImpl: { code: 74, message: "Not implemented.", status: 501 },
  notSupported: { code: 75, message: "Operation not supported.", status: 501 },
  badKeyType: { code: 76, message: "Bad key type.", status: 400 },
  dbDeserialization: { code: 77, message: "Database deserialization error.", status: 502 },
  excessiveLgrRange: { code: 78, message: "Ledger range exceeds 1000.", status: 400 },
  invalidLgrRange: { code: 79, message: "Ledger range is invalid.", status: 400 },
  unlBlocked: { code: 80, message: "Validator list expired." },
  failedToForward: { code: 90, message: "Failed to forward request to p2p node" },
  transactionSigned: { code: 96, message: "Transaction should not be signed.", status: 400 },
  unexpectedLedgerType: { code: 99, message: "Unexpected ledger type.", status: 400 },
  reportingUnsupported: { code: 91, message: "Requested operation not supported by reporting mode server" },

  // The token alone: no code, no message.
  entryNotFound: {},
  fieldNotFoundTransaction: {},
  internalSubmit: {},
  invalidHotWallet: {},
  invalidTransaction: {},
  malformedAddress: {},
  malformedAuthorized: {},
  malformedCurrency: {},
  malformedDirRoot: {},
  malformedOwner: {},
  malformedRequest: {},
  malformedSeq: {},
  notStandAlone: {},
  notYetImplemented: {},
  transactionNotFound: {},
  unknownOption: {},
} as const satisfies Record<string, ErrorKind>;

export type RpcErrorToken = keyof typeof rpcErrors;

/**
 * A command's refusal. `fields` go into the reply beside the error: the ledger that was looked at, or what was
 * found out before things went wrong.
 */
export class RpcError extends Error {
  readonly token: RpcErrorToken;
  readonly fields: JsonObject | undefined;

  constructor(token: RpcErrorToken, message?: string, fields?: JsonObject) {
    const kind: ErrorKind = rpcErrors[token];
    super(message ?? kind.message ?? token);
    this.name = "RpcError";
    this.token = token;
    this.fields = fields;
  }

  /** What the caller is told. */
  toReply(): JsonObject {
    const kind: ErrorKind = rpcErrors[this.token];
    if (kind.code === undefined) return { error: this.token, ...this.fields };
    return { error: this.token, error_code: kind.code, error_message: this.message, ...this.fields };
  }
}

/** A refusal by a token that has no code of its own in version 1; newer servers give it one, and say more. */
export class CodedError extends RpcError {
  private readonly code: number;

  constructor(token: RpcErrorToken, code: number, message: string, fields?: JsonObject) {
    super(token, message, fields);
    this.code = code;
  }

  override toReply(): JsonObject {
    return { error: this.token, error_code: this.code, error_message: this.message, ...this.fields };
  }
}

/** The refusal of a request without this parameter. */
export const missingField = (name: string): RpcError =>
  new RpcError("invalidParams", `Missing field '${name}'.`);
/** The refusal of a parameter that says no more than which one it is. */
export const invalidField = (name: string): RpcError =>
  new RpcError("invalidParams", `Invalid field '${name}'.`);
/** `what` completes "not …": `string`, `unsigned integer`, `a positive integer`. */
export const unexpectedField = (name: string, what: string): RpcError =>
  new RpcError("invalidParams", `Invalid field '${name}', not ${what}.`);

/** HTTP status for an error reply under `ripplerpc` 3.0. */
export function httpStatusOf(errorCode: unknown): number {
  const kind = Object.values<ErrorKind>(rpcErrors).find(
    ({ code }) => code !== undefined && code === errorCode,
  );
  return kind?.status ?? 200;
}
