import type { JsonObject } from "../../commands/json.ts";
import { decodeTransaction } from "../../commands/signing/prepareTransaction.ts";
import { transactionWithHash } from "../../commands/transactionJson.ts";
import type { SignedBlob } from "../../crypto/signTransaction.ts";
import type { Transaction } from "../../engine/transaction.ts";
import { bytesToHex } from "../../protocol/hex.ts";
import type { AccountID } from "../../protocol/types.ts";
import type { Prepared } from "./preparation/completeTransaction.ts";
import { RestError, restCodes } from "./restError.ts";
import type { RestServices, RouteReply } from "./route.ts";

/** A transaction that is wanted of an account. */
export interface Wish {
  readonly account: AccountID;
  readonly submit: boolean;
  /** The caller's `Authorization` header. */
  readonly authorization: string | undefined;
  /** Completes the transaction; asked when it is its turn. */
  prepare(): Prepared;
}

/**
 * Prepares a transaction, signs it and submits it. One that is not to be submitted is only signed for callers who
 * show the account's token.
 * @throws RestError
 */
export async function carryOut(wish: Wish, rest: RestServices): Promise<RouteReply> {
  const { account, authorization } = wish;
  if (wish.submit) {
    checkToken(account, authorization, rest);
    return { body: await signAndSubmit(account, () => wish.prepare().tx, rest) };
  }
  const mayHaveSigned = authorization !== undefined;
  if (mayHaveSigned) checkToken(account, authorization, rest);
  const { tx, minLedger, maxLedger } = wish.prepare();
  const ledgers = { min_ledger: minLedger, max_ledger: maxLedger };
  if (!mayHaveSigned) {
    decodeTransaction(tx, "", rest); // says what is wrong with it
    return { body: { tx_json: tx, ...ledgers } };
  }
  const signed = sign(account, tx, rest);
  const tx_json = transactionWithHash(signed.tx, signed.hash, rest);
  return { body: { tx_json, tx_blob: bytesToHex(signed.blob), ...ledgers } };
}

/** @throws RestError 400 where the server does not sign for the account, 401 without its token */
export function checkToken(
  account: AccountID,
  authorization: string | undefined,
  { signing }: RestServices,
): void {
  if (!signing.offers(account)) {
    const message = "This server does not sign for the account.";
    throw new RestError(400, [{ code: restCodes.accountNotConfigured, message }]);
  }
  if (!signing.isBearer(account, authorization)) {
    const message = "The account's bearer token is missing or wrong.";
    throw new RestError(401, [{ code: restCodes.unauthorized, message }]);
  }
}

/**
 * Signs with the account's key, submits, and answers what `submit` does. Whether the caller may is asked before.
 * @param transaction asked when everything that the account submitted before is done
 */
export function signAndSubmit(
  account: AccountID,
  transaction: () => JsonObject,
  rest: RestServices,
): Promise<JsonObject> {
  return rest.inTurn(account, async () => {
    const { blob } = sign(account, transaction(), rest);
    return rest.call({ command: "submit", tx_blob: bytesToHex(blob) });
  });
}

function sign(account: AccountID, tx: JsonObject, rest: RestServices): SignedBlob<Transaction> {
  return rest.signing.sign(decodeTransaction(tx, rest.signing.publicKey(account), rest));
}
