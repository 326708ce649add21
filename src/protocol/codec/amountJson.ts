import { amountFromText, amountToText, BadAmountText } from "../amounts/amountText.ts";
import { AmountOverflow, canonicalAmount } from "../amounts/canonicalAmount.ts";
import { nativeCurrency, nativeIssue } from "../amounts/issue.ts";
import { encodeAddress } from "../base58.ts";
import { currencyFromJson, currencyToJson } from "../currency.ts";
import type { JsonObject, JsonValue } from "../jsonValue.ts";
import { isJsonObject } from "../jsonValue.ts";
import type { Amount, Issue } from "../types.ts";
import { CodecError } from "./codecError.ts";
import { accountFromJson, isSignedInteger, isUnsignedInteger } from "./jsonLeaves.ts";

/** JSON names currencies, so conversions must know what the native one is called: "XAG", "XRP". */
export interface JsonOptions {
  readonly native: string;
}

/** Drops as a string of digits, an issued amount as `{value, currency, issuer}`. */
export function amountToJson(amount: Amount, { native }: JsonOptions): string | JsonObject {
  if (typeof amount === "bigint") return amount.toString();
  return {
    value: amountToText(amount),
    currency: currencyToJson(amount.currency, native),
    issuer: encodeAddress(amount.issuer),
  };
}

/**
 * The amount that JSON from outside means, in every form that the reference takes: drops as a string or number,
 * `{value, currency, issuer}`, `[value, currency, issuer]`, and `"value/currency/issuer"`. A native amount may not be an
 * object.
 * @throws CodecError that says what is wrong, without a field: the caller knows which it is
 */
export function amountFromJson(json: JsonValue | undefined, { native }: JsonOptions): Amount {
  const { value, currency, issuer } = partsOf(json);
  const isNative = typeof currency !== "string" || currency === "" || currency === native;
  if (isNative && isJsonObject(json)) throw new CodecError("a native amount may not be an object");
  const issue = isNative ? nativeIssue : issueOf(currency, issuer, native);
  try {
    if (typeof value === "string") return amountFromText(value, issue);
    // The reference reads greater numbers inside an object or array from the wrong place, and fails.
    const isNumber = isSignedInteger(value) || (isUnsignedInteger(value) && value === json);
    if (isNumber) return canonicalAmount(BigInt(value), 0, issue);
  } catch (error) {
    if (error instanceof AmountOverflow || error instanceof BadAmountText)
      throw new CodecError(error.message);
    throw error;
  }
  throw new CodecError("the value of an amount is text or a whole number");
}

interface Parts {
  readonly value?: JsonValue | undefined;
  readonly currency?: JsonValue | undefined;
  readonly issuer?: JsonValue | undefined;
}

function partsOf(json: JsonValue | undefined): Parts {
  if (json === null || json === undefined) throw new CodecError("an amount may not be null");
  if (Array.isArray(json))
    return { value: json.length === 0 ? 0 : json[0], currency: json[1], issuer: json[2] };
  if (isJsonObject(json)) return own(json);
  if (typeof json !== "string") return { value: json };
  const [value, currency, issuer, ...more] = json.split(/[\t\n\r ,/]/);
  if (more.length > 0) throw new CodecError("invalid amount string");
  return { value, currency, issuer };
}

const own = ({ value, currency, issuer }: JsonObject): Parts => ({ value, currency, issuer });

function issueOf(currencyText: string, issuerText: JsonValue | undefined, native: string): Issue {
  const currency = currencyFromJson(currencyText, native);
  if (currency === undefined) throw new CodecError("invalid currency");
  const issuer = typeof issuerText === "string" ? accountFromJson(issuerText) : undefined;
  if (issuer === undefined || currency === nativeCurrency) throw new CodecError("invalid issuer");
  return { currency, issuer };
}
