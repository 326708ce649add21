import type { LedgerEntryType } from "../protocol/ledgerEntryFormats.ts";
import type { Parameter } from "./command.ts";
import { type JsonObject, member } from "./json.ts";
import { RpcError } from "./rpcErrors.ts";

/** Kinds of ledger entries by the names that `type` uses. */
const entryTypes: Readonly<Record<string, LedgerEntryType>> = {
  account: "AccountRoot",
  amendments: "Amendments",
  check: "Check",
  deposit_preauth: "DepositPreauth",
  directory: "DirectoryNode",
  escrow: "Escrow",
  fee: "FeeSettings",
  hashes: "LedgerHashes",
  offer: "Offer",
  payment_channel: "PayChannel",
  signer_list: "SignerList",
  state: "RippleState",
  ticket: "Ticket",
};

export const entryTypeNames = Object.keys(entryTypes);

/** The kind of entry that a request's `type` names; undefined where there is no `type`. */
export function entryTypeFromRequest(request: JsonObject): LedgerEntryType | undefined {
  const type = member(request, "type");
  if (type === undefined) return undefined;
  if (typeof type !== "string") throw new RpcError("invalidParams", "Invalid field 'type', not string.");
  const entryType = Object.hasOwn(entryTypes, type) ? entryTypes[type] : undefined;
  if (entryType === undefined) throw new RpcError("invalidParams", "Invalid field 'type'.");
  return entryType;
}

export const entryType: Parameter<LedgerEntryType | undefined> = {
  read: entryTypeFromRequest,
  document: () => ({ type: { schema: { enum: entryTypeNames }, required: false } }),
};
