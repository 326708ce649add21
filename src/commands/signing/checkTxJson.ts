import { withIssuer } from "../../protocol/amounts/issue.ts";
import { decodeAddress } from "../../protocol/base58.ts";
import { CodecError } from "../../protocol/codec/codecError.ts";
import { amountFromJson, pathsToJson } from "../../protocol/codec/json.ts";
import type { AccountID, Amount, Drops } from "../../protocol/types.ts";
import type { CommandContext } from "../context.ts";
import { hasMember, isJsonObject, type JsonObject, type JsonValue, member } from "../json.ts";
import { isSigned, textOf } from "../looseJson.ts";
import type { Naming } from "../present.ts";
import { invalidField, missingField, RpcError } from "../rpcErrors.ts";
import { requestRules } from "../versions/requestRules.ts";

/** Tries `limit` times the usual fee, by default. */
const defaultFeeMultiplier = 10;
const defaultFeeDivisor = 1;

/**
 * The transaction of a request, as a copy that may be completed, and its sender.
 * @throws RpcError
 */
export function checkTxJson(txJson: JsonValue | undefined): { tx: JsonObject; source: AccountID } {
  if (!isJsonObject(txJson)) throw new RpcError("invalidParams", "Invalid field 'tx_json', not object.");
  if (!hasMember(txJson, "TransactionType")) throw missingField("tx_json.TransactionType");
  if (!hasMember(txJson, "Account")) throw new RpcError("srcActMissing", "Missing field 'tx_json.Account'.");
  const source = decodeAddress(textOf(txJson.Account));
  if (source === undefined) throw new RpcError("srcActMalformed", "Invalid field 'tx_json.Account'.");
  return { tx: { ...txJson }, source };
}

/**
 * Sees to the transaction's fee: what is needed now, if that is within what the request allows.
 * @param mayFill whether a missing fee may be filled in
 */
export function completeFee(
  tx: JsonObject,
  request: JsonObject,
  mayFill: boolean,
  context: CommandContext,
): void {
  if (hasMember(tx, "Fee")) return;
  if (!mayFill) throw missingField("tx_json.Fee");
  const multiplier = feeLimitOf(request, "fee_mult_max", defaultFeeMultiplier, 0);
  const divisor = feeLimitOf(request, "fee_div_max", defaultFeeDivisor, 1);
  const fee = currentFee(context);
  const limit = (context.node.ledgers.current().fees.base * BigInt(multiplier)) / BigInt(divisor);
  if (fee > limit) throw new RpcError("highFee", `Fee of ${fee} exceeds the requested tx limit of ${limit}`);
  tx.Fee = fee.toString();
}

/** What gets a transaction of the usual cost into the open ledger. */
export function currentFee({ node }: Naming): Drops {
  const { base } = node.ledgers.current().fees;
  const { openLedgerLevel, referenceLevel } = node.queue.metrics();
  const escalated = ((openLedgerLevel - 1n) * base) / referenceLevel + 1n;
  return escalated > base ? escalated : base;
}

function feeLimitOf(request: JsonObject, name: string, otherwise: number, least: number): number {
  const value = member(request, name);
  if (value === undefined) return otherwise;
  const message = `Invalid field '${name}', not a positive integer.`;
  if (!isSigned(value)) throw new RpcError("highFee", message);
  if (value < least) throw new RpcError("invalidParams", message);
  return value;
}

/**
 * Checks a payment's amount and destination, and fills in its paths where the request says `build_path`.
 * @param mayFill whether paths may be filled in
 */
export function completePayment(
  tx: JsonObject,
  request: JsonObject,
  source: AccountID,
  mayFill: boolean,
  context: CommandContext,
): void {
  if (textOf(tx.TransactionType) !== "Payment") return;
  requestRules[context.apiVersion].nameAmount(tx);
  if (!hasMember(tx, "Amount")) throw missingField("tx_json.Amount");
  const amount = amountOf(tx, "Amount", context);
  if (!hasMember(tx, "Destination")) throw missingField("tx_json.Destination");
  const destination = decodeAddress(textOf(tx.Destination));
  if (destination === undefined) throw invalidField("tx_json.Destination");

  if (!hasMember(request, "build_path")) return;
  if (!mayFill) throw new RpcError("invalidParams", "Field 'build_path' not allowed in this context.");
  if (hasMember(tx, "Paths")) {
    throw new RpcError("invalidParams", "Cannot specify both 'tx_json.Paths' and 'build_path'");
  }
  // Without SendMax, as much of the same money, from whoever the sender has it.
  const sendMax = hasMember(tx, "SendMax") ? amountOf(tx, "SendMax", context) : withIssuer(amount, source);
  const { nativeCurrency: native } = context.node.settings;
  if (typeof sendMax === "bigint" && typeof amount === "bigint") {
    throw new RpcError("invalidParams", `Cannot build ${native} to ${native} paths.`);
  }
  const ledger = context.node.ledgers.current();
  const paths = context.paths.bestPaths(ledger, source, destination, sendMax, amount);
  if (paths.length > 0) tx.Paths = pathsToJson(paths, { native });
}

function amountOf(tx: JsonObject, name: string, { node }: CommandContext): Amount {
  try {
    return amountFromJson(tx[name], { native: node.settings.nativeCurrency });
  } catch (error) {
    if (error instanceof CodecError) throw invalidField(`tx_json.${name}`);
    throw error;
  }
}
