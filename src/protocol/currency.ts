import { nativeAccount, nativeCurrency, noAccount } from "./amounts/issue.ts";
import { isHex } from "./hex.ts";
import { remembering } from "./remembering.ts";
import type { AccountID, Currency } from "./types.ts";

/** Account zero, `rrrrrrrrrrrrrrrrrrrrrhoLvTp`: nobody. Pseudo-transactions come from it. */
export const accountZero: AccountID = nativeAccount;
/** "No currency", which JSON shows as 1. */
const noCurrency: Currency = noAccount;
/** The letters XRP spelled as an issued currency. No one may use it, whatever the native code is. */
export const badCurrency: Currency = "0000000000000000000000005852500000000000";

const letters = /^[A-Za-z0-9<>(){}[\]|?!@#$%^&*]{3}$/;
const spelledAtTwelve = /^0{24}([0-9A-F]{6})0{10}$/;

/**
 * The currency that a client's text names: "", "0" or the native code, three letters, or 40 hexadecimal digits.
 * Undefined for anything else. Letters are made uppercase, as the reference does.
 *
 * Neither the native code nor "XRP" can be issued: letters that spell either, say "xag", come out as {@link badCurrency},
 * which the engine refuses.
 * @param native the native currency's code, for example "XAG"
 */
export function currencyFromJson(text: string, native: string): Currency | undefined {
  if (text === "" || text === native || text === "0") return nativeCurrency;
  if (letters.test(text)) {
    if (text.toUpperCase() === native) return badCurrency;
    const spelled = Buffer.from(text.toUpperCase(), "latin1").toString("hex").toUpperCase();
    return `${"0".repeat(24)}${spelled}${"0".repeat(10)}`;
  }
  return isHex(text, 20) ? text.toUpperCase() : undefined;
}

/**
 * The text that names a currency in JSON: the native code, three letters where the id spells them, else 40 hex.
 * An id that spells the native code itself is shown as hex, so that no one takes it for the native currency.
 */
export function currencyToJson(currency: Currency, native: string): string {
  if (currency === nativeCurrency) return native;
  if (currency === noCurrency) return "1";
  const text = lettersOf(currency);
  return text === native ? currency : text;
}

/** Remembered: a reply may show the same few currencies hundreds of times. */
const lettersOf = remembering(1000, (currency: Currency): string => {
  const spelled = spelledAtTwelve.exec(currency)?.[1];
  if (spelled === undefined) return currency;
  const text = Buffer.from(spelled, "hex").toString("latin1");
  return letters.test(text) && text !== "XRP" ? text : currency;
});
