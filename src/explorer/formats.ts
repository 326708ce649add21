import { isJsonObject, type JsonValue, objectOf } from "./ledgerClient.ts";

const ledgerEpoch = 946_684_800;

/** Groups the digits before the point: `1,234,567.5`. */
export function grouped(number: string): string {
  const [whole = "", fraction] = number.split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Drops in whole units. */
export function unitsOf(drops: string): string {
  const digits = drops.replace("-", "").padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0+$/, "");
  const whole = grouped(digits.slice(0, -6));
  return `${drops.startsWith("-") ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** An amount as the ledger's JSON has it, for people: `12.5 USD`. */
export function amountText(amount: JsonValue | undefined, native: string): string {
  if (typeof amount === "string") return `${unitsOf(amount)} ${native}`;
  if (!isJsonObject(amount)) return "";
  const value = String(amount.value);
  return `${value.includes("e") ? value : grouped(value)} ${currencyText(String(amount.currency))}`;
}

/** A currency's code; of one that is no text, the beginning. */
export const currencyText = (currency: string): string =>
  currency.length === 40 ? `${currency.slice(0, 8)}…` : currency;

/** A hash or address, shortened in the middle. */
export const shortened = (text: string): string =>
  text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`;

/** A ledger time as this place's date and time. */
export const timeText = (seconds: JsonValue | undefined): string =>
  typeof seconds === "number" ? new Date((seconds + ledgerEpoch) * 1000).toLocaleString() : "";

/** The same without the date. */
export const clockText = (seconds: JsonValue | undefined): string =>
  typeof seconds === "number" ? new Date((seconds + ledgerEpoch) * 1000).toLocaleTimeString() : "";

/** What a transaction is about, in a few words: an amount, mostly. */
export function gist(tx: JsonValue | undefined, native: string): string {
  const { TransactionType, Amount, LimitAmount, TakerGets, TakerPays, SendMax } = objectOf(tx);
  const text = (amount: JsonValue | undefined): string => amountText(amount, native);
  if (TransactionType === "OfferCreate") return `${text(TakerGets)} for ${text(TakerPays)}`;
  if (LimitAmount !== undefined) return `up to ${text(LimitAmount)}`;
  return text(Amount ?? SendMax);
}
