import type { ApiVersion } from "../context.ts";
import type { JsonObject } from "../json.ts";
import { RpcError, type RpcErrorToken } from "../rpcErrors.ts";
import { type EntryRules, entryRules1 } from "./entryRules1.ts";
import { entryRules2 } from "./entryRules2.ts";
import { takeDeliverMax } from "./takeDeliverMax.ts";

/** What the API versions ask of requests, and which errors they answer with, where they differ. */
export interface RequestRules {
  /** Some flags must be true or false; else whatever is neither empty nor zero counts as true. */
  readonly flagsAreStrict: boolean;
  /** `account_tx` refuses a range beside a ledger, and one that reaches beyond what is kept. */
  readonly rangesAreStrict: boolean;
  /** `gateway_balances` wants an account that exists. */
  readonly issuerMustExist: boolean;
  readonly noLedgerKept: RpcErrorToken;
  readonly emptyRange: RpcErrorToken;
  readonly badHotWallet: RpcErrorToken;
  /** The refusal of a `key_type` that is none; `message` is what version 1 says. */
  badKeyType(message: string): RpcError;
  /** Takes a payment's amount from its other name. Changes `tx`. @throws RpcError */
  nameAmount(tx: JsonObject): void;
  /** How `ledger_entry` names entries. */
  readonly entries: EntryRules;
}

export const requestRules: Readonly<Record<ApiVersion, RequestRules>> = {
  1: {
    flagsAreStrict: false,
    rangesAreStrict: false,
    issuerMustExist: false,
    noLedgerKept: "lgrIdxsInvalid",
    emptyRange: "lgrIdxsInvalid",
    badHotWallet: "invalidHotWallet",
    badKeyType: (message) => new RpcError("invalidParams", message),
    nameAmount: () => {},
    entries: entryRules1,
  },
  2: {
    flagsAreStrict: true,
    rangesAreStrict: true,
    issuerMustExist: true,
    noLedgerKept: "notSynced",
    emptyRange: "invalidLgrRange",
    badHotWallet: "invalidParams",
    badKeyType: () => new RpcError("badKeyType"),
    nameAmount: takeDeliverMax,
    entries: entryRules2,
  },
};
