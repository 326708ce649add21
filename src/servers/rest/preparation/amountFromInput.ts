import type { JsonValue } from "../../../commands/json.ts";
import { CodecError } from "../../../protocol/codec/codecError.ts";
import { amountFromJson } from "../../../protocol/codec/json.ts";
import { dropsOf } from "../decimalText.ts";
import { badRequest } from "../restError.ts";
import type { AmountInput } from "../schemas/payment.ts";

/**
 * A request's amount as a transaction's JSON has it.
 * @param place the amount's name, for messages
 * @param anyIssuer stands for "whoever" where an issued amount names no issuer
 * @throws RestError 400
 */
export function amountFromInput(
  { value, currency, issuer }: AmountInput,
  place: string,
  anyIssuer: string,
  native: string,
): JsonValue {
  const isDrops = currency === "drops";
  if (!isDrops && currency !== native) {
    const json = { currency, value, issuer: issuer ?? anyIssuer };
    try {
      amountFromJson(json, { native });
    } catch (error) {
      if (error instanceof CodecError) throw badRequest(`${place}: ${error.message}`);
      throw error;
    }
    return json;
  }
  if (issuer !== undefined) throw badRequest(`${place}.issuer: nobody issues the native currency`);
  const drops = isDrops ? /^\d{1,18}$/.exec(value)?.[0] : dropsOf(value)?.toString();
  if (drops === undefined) {
    const unit = isDrops ? "a whole number of drops" : `a number of ${native} with at most six decimals`;
    throw badRequest(`${place}.value: not ${unit}`);
  }
  return drops.replace(/^0+(?=\d)/, "");
}
