import type { JsonOptions } from "../protocol/codec/amountJson.ts";
import { amountToJson, objectToJson } from "../protocol/codec/json.ts";
import { currencyToJson } from "../protocol/currency.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { Amount, Currency } from "../protocol/types.ts";
import type { Services } from "./context.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** What conversions need of a context: the native currency's code. */
export type Naming = Pick<Services, "node">;

/** How JSON conversions are to name the native currency. */
export const optionsOf = ({ node }: Naming): JsonOptions => ({ native: node.settings.nativeCurrency });

/** A ledger entry, with its key as `index`. */
export const entryJson = (entry: Readonly<LedgerEntry>, naming: Naming): JsonObject =>
  objectToJson(entry, optionsOf(naming));

/** Any decoded object: a transaction, metadata. */
export const objectJson = (object: object, naming: Naming): JsonObject =>
  objectToJson(object, optionsOf(naming));

/** Drops as digits, an issued amount as value, currency and issuer. */
export const amountJson = (amount: Amount, naming: Naming): JsonValue =>
  amountToJson(amount, optionsOf(naming));

/** A currency's three letters, the native currency's code, or 40 hexadecimal digits. */
export const currencyJson = (currency: Currency, { node }: Naming): string =>
  currencyToJson(currency, node.settings.nativeCurrency);
