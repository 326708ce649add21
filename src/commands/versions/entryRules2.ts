import { decodeAddress } from "../../protocol/base58.ts";
import { accountZero, currencyFromJson } from "../../protocol/currency.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { AccountID, Hash256 } from "../../protocol/types.ts";
import { hasMember, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from "../json.ts";
import { hash256FromText } from "../kinds.ts";
import { isUnsigned, unsignedFromText } from "../looseJson.ts";
import { CodedError, RpcError, type RpcErrorToken, rpcErrors } from "../rpcErrors.ts";
import type { EntryRules } from "./entryRules1.ts";

/** The code of `entryNotFound`, which is a token alone in version 1. */
const entryNotFoundCode = 98;

const malformed = (token: RpcErrorToken, message: string): RpcError =>
  new CodedError(token, rpcErrors.invalidParams.code, message);

/** A malformed part of a request; `what` is what it should have been. */
const invalid = (token: RpcErrorToken, name: string, what: string): RpcError =>
  malformed(token, `Invalid field '${name}', not ${what}.`);

const missing = (name: string): RpcError => malformed("malformedRequest", `Missing field '${name}'.`);

/** `name` is the parameter's, for messages. */
type Finder = (value: JsonValue, name: string, native: string) => Keylet;

function hashOf(value: JsonValue, name: string, what: string): Hash256 {
  const hash = typeof value === "string" ? hash256FromText(value) : undefined;
  if (hash === undefined) throw invalid("malformedRequest", name, what);
  return hash;
}

/** Account zero is nobody's. */
function accountOf(
  value: JsonValue | undefined,
  name: string,
  token: RpcErrorToken,
  what = "AccountID",
): AccountID {
  const account = typeof value === "string" ? decodeAddress(value) : undefined;
  if (account === undefined || account === accountZero) throw invalid(token, name, what);
  return account;
}

function memberAccount(parts: JsonObject, name: string, token: RpcErrorToken): AccountID {
  if (!hasMember(parts, name)) throw missing(name);
  return accountOf(parts[name], name, token);
}

function memberNumber(parts: JsonObject, name: string, token: RpcErrorToken): number {
  if (!hasMember(parts, name)) throw missing(name);
  const value = parts[name];
  const number = typeof value === "string" ? unsignedFromText(value) : value;
  if (!isUnsigned(number)) throw invalid(token, name, "number");
  return number;
}

const byKey =
  (type: Keylet["type"]): Finder =>
  (value, name) => ({ type, key: hashOf(value, name, "hex string") });

const byKeyOr =
  (type: Keylet["type"], find: (parts: JsonObject, native: string) => Keylet): Finder =>
  (value, name, native) =>
    isJsonObject(value) ? find(value, native) : { type, key: hashOf(value, name, "hex string or object") };

/** Entries of which a ledger has one: `true` names it. */
const only =
  (the: Keylet): Finder =>
  (value, name) => {
    if (typeof value !== "boolean") return byKey(the.type)(value, name, "");
    if (!value) throw invalid("invalidParams", name, "true");
    return the;
  };

const account: Finder = (value, name) => keylet.account(accountOf(value, name, "malformedAddress"));

const line = byKeyOr("RippleState", (parts, native) => {
  for (const name of ["currency", "accounts"]) {
    if ((member(parts, name) ?? null) === null) throw missing(name);
  }
  const { accounts, currency } = parts;
  if (!isJsonArray(accounts) || accounts.length !== 2) {
    throw invalid("malformedRequest", "accounts", "length-2 array of Accounts");
  }
  const [low, high] = accounts.map((side) =>
    accountOf(side, "accounts", "malformedAddress", "array of Accounts"),
  );
  if (low === high) throw malformed("malformedRequest", "Cannot have a trustline to self.");
  const code =
    typeof currency === "string" && currency !== "" ? currencyFromJson(currency, native) : undefined;
  if (code === undefined) throw invalid("malformedCurrency", "currency", "Currency");
  return keylet.line(low!, high!, code);
});

const directory = byKeyOr("DirectoryNode", (parts) => {
  const page = member(parts, "sub_index");
  if (page !== undefined && page !== null && !isUnsigned(page)) {
    throw invalid("malformedRequest", "sub_index", "number");
  }
  const pageNumber = BigInt(page ?? 0);
  if (hasMember(parts, "owner") === hasMember(parts, "dir_root")) {
    throw malformed("malformedRequest", "Must have exactly one of `owner` and `dir_root` fields.");
  }
  if (hasMember(parts, "owner")) {
    const owner = accountOf(parts.owner, "owner", "malformedAddress");
    return keylet.directoryPage(keylet.ownerDirectory(owner).key, pageNumber);
  }
  const root = typeof parts.dir_root === "string" ? hash256FromText(parts.dir_root) : undefined;
  if (root === undefined) throw invalid("malformedDirRoot", "dir_root", "hash");
  return keylet.directoryPage(root, pageNumber);
});

const depositPreauth = byKeyOr("DepositPreauth", (parts) => {
  if (!hasMember(parts, "authorized")) {
    throw malformed(
      "malformedRequest",
      "Must have exactly one of `authorized` and `authorized_credentials`.",
    );
  }
  return keylet.depositPreauth(
    memberAccount(parts, "owner", "malformedOwner"),
    memberAccount(parts, "authorized", "malformedAuthorized"),
  );
});

/** The short list of hashes for `true`; for a number, the page of the long one that has this ledger. */
const hashes: Finder = (value, name) =>
  isUnsigned(value) ? keylet.skipListPage(value) : only(keylet.skipList())(value, name, "");

const finders: Readonly<Record<string, Finder>> = {
  index: byKey("Any"),
  account,
  account_root: account,
  amendments: only(keylet.amendments()),
  check: byKey("Check"),
  deposit_preauth: depositPreauth,
  directory,
  escrow: byKeyOr("Escrow", (parts) =>
    keylet.escrow(
      memberAccount(parts, "owner", "malformedOwner"),
      memberNumber(parts, "seq", "malformedSeq"),
    ),
  ),
  fee: only(keylet.fees()),
  hashes,
  nunl: only(keylet.negativeUNL()),
  offer: byKeyOr("Offer", (parts) =>
    keylet.offer(
      memberAccount(parts, "account", "malformedAddress"),
      memberNumber(parts, "seq", "malformedRequest"),
    ),
  ),
  payment_channel: byKey("PayChannel"),
  ripple_state: line,
  signer_list: byKey("SignerList"),
  state: line,
  ticket: byKeyOr("Ticket", (parts) =>
    keylet.ticket(
      memberAccount(parts, "account", "malformedAddress"),
      memberNumber(parts, "ticket_seq", "malformedRequest"),
    ),
  ),
};

/** Version 2: one parameter names the entry, every kind can be named by its key, and errors say what was wrong. */
export const entryRules2: EntryRules = {
  parameters: Object.keys(finders),

  keylet(request, { node }) {
    const [name, second] = Object.keys(finders).filter((candidate) => hasMember(request, candidate));
    if (name === undefined) throw new RpcError("invalidParams", "No ledger_entry params provided.");
    if (second !== undefined) throw new RpcError("invalidParams", "Too many fields provided.");
    return finders[name]!(request[name] as JsonValue, name, node.settings.nativeCurrency);
  },

  notFound(key, identity) {
    throw new CodedError("entryNotFound", entryNotFoundCode, "Entry not found.", { ...identity, index: key });
  },

  wrongKind: (key, identity) => new RpcError("unexpectedLedgerType", undefined, { ...identity, index: key }),
};
