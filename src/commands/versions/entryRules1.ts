import { decodeAddress } from "../../protocol/base58.ts";
import { accountZero, currencyFromJson } from "../../protocol/currency.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { AccountID, Hash256 } from "../../protocol/types.ts";
import type { CommandContext } from "../context.ts";
import { hasMember, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from "../json.ts";
import { hash256FromText } from "../kinds.ts";
import { ledgerFields } from "../ledgerSelector.ts";
import { isIntegral, textOf, unsignedOf } from "../looseJson.ts";
import { RpcError, type RpcErrorToken } from "../rpcErrors.ts";

/** How an API version names ledger entries, and what it answers where there is none. */
export interface EntryRules {
  /** The parameters that name an entry. */
  readonly parameters: readonly string[];
  /** The key that a request names, and the kind of entry that it wants. @throws RpcError */
  keylet(request: JsonObject, context: CommandContext): Keylet;
  /** The answer where no entry has the key. `identity` is the ledger's. @throws RpcError */
  notFound(key: Hash256, identity: JsonObject): JsonObject;
  /** The refusal of an entry of another kind. */
  wrongKind(key: Hash256, identity: JsonObject): RpcError;
}

/** Refuses a request for an entry; the ledger is named in the reply. */
class BadEntryRequest extends Error {
  readonly token: RpcErrorToken;

  constructor(token: RpcErrorToken) {
    super(token);
    this.token = token;
  }
}

const malformed = (): BadEntryRequest => new BadEntryRequest("malformedRequest");

function hashOf(value: JsonValue | undefined): Hash256 {
  const hash = hash256FromText(textOf(value));
  if (hash === undefined) throw malformed();
  return hash;
}

function accountOf(value: JsonValue | undefined, token: RpcErrorToken = "malformedAddress"): AccountID {
  const account = decodeAddress(textOf(value));
  if (account === undefined) throw new BadEntryRequest(token);
  return account;
}

/** Names an entry by its kind's own parameters, or by its key. */
type Finder = (value: JsonValue, native: string) => Keylet;

/** A finder for what may be given by its key instead of by an object. */
const byKeyOr =
  (type: Keylet["type"], find: (parts: JsonObject) => Keylet): Finder =>
  (value) =>
    isJsonObject(value) ? find(value) : { type, key: hashOf(value) };

const byKey =
  (type: Keylet["type"]): Finder =>
  (value) => ({ type, key: hashOf(value) });

/** `{<account>, <sequence>}`: how offers, escrows and tickets are named. */
const byAccountAndSequence = (
  type: Keylet["type"],
  accountName: string,
  sequenceName: string,
  find: (account: AccountID, sequence: number) => Keylet,
  badAccount: RpcErrorToken = "malformedAddress",
): Finder =>
  byKeyOr(type, (parts) => {
    const sequence = member(parts, sequenceName);
    if (!hasMember(parts, accountName) || !isIntegral(sequence)) throw malformed();
    return find(accountOf(parts[accountName], badAccount), unsignedOf(sequence));
  });

/** In the order in which they are looked for: the first one that a request has is meant. */
const finders: Readonly<Record<string, Finder>> = {
  index: byKey("Any"),
  account_root: (value) => {
    const account = accountOf(value);
    if (account === accountZero) throw new BadEntryRequest("malformedAddress");
    return keylet.account(account);
  },
  check: byKey("Check"),
  deposit_preauth: (value) => {
    if (!isJsonObject(value)) {
      if (typeof value !== "string") throw malformed();
      return { type: "DepositPreauth", key: hashOf(value) };
    }
    const owner = member(value, "owner");
    const authorized = member(value, "authorized");
    if (typeof owner !== "string" || typeof authorized !== "string") throw malformed();
    return keylet.depositPreauth(
      accountOf(owner, "malformedOwner"),
      accountOf(authorized, "malformedAuthorized"),
    );
  },
  directory: (value) => {
    if (value === null) throw malformed();
    return byKeyOr("DirectoryNode", directoryOf)(value, "");
  },
  escrow: byAccountAndSequence("Escrow", "owner", "seq", keylet.escrow, "malformedOwner"),
  offer: byAccountAndSequence("Offer", "account", "seq", keylet.offer),
  payment_channel: byKey("PayChannel"),
  ripple_state: lineOf,
  ticket: byAccountAndSequence("Ticket", "account", "ticket_seq", keylet.ticket),
};

function directoryOf(parts: JsonObject): Keylet {
  const page = member(parts, "sub_index");
  if (page !== undefined && !isIntegral(page)) throw malformed();
  const pageNumber = BigInt(unsignedOf(page));
  if (hasMember(parts, "dir_root")) {
    if (hasMember(parts, "owner")) throw malformed();
    return keylet.directoryPage(hashOf(parts.dir_root), pageNumber);
  }
  if (!hasMember(parts, "owner")) throw malformed();
  return keylet.directoryPage(keylet.ownerDirectory(accountOf(parts.owner)).key, pageNumber);
}

function lineOf(value: JsonValue, native: string): Keylet {
  if (!isJsonObject(value) || !hasMember(value, "currency")) throw malformed();
  const accounts = member(value, "accounts");
  if (!isJsonArray(accounts) || accounts.length !== 2) throw malformed();
  const [first, second] = accounts;
  if (typeof first !== "string" || typeof second !== "string" || first === second) throw malformed();
  const low = accountOf(first);
  const high = accountOf(second);
  const currency = currencyFromJson(textOf(value.currency), native);
  if (currency === undefined) throw new BadEntryRequest("malformedCurrency");
  return keylet.line(low, high, currency);
}

/** Version 1: the first parameter that is there counts, and errors are tokens alone. */
export const entryRules1: EntryRules = {
  parameters: Object.keys(finders),

  keylet(request, { ledger, node }) {
    try {
      for (const [name, find] of Object.entries(finders)) {
        if (hasMember(request, name)) return find(request[name] as JsonValue, node.settings.nativeCurrency);
      }
      throw new BadEntryRequest("unknownOption");
    } catch (error) {
      if (!(error instanceof BadEntryRequest)) throw error;
      throw new RpcError(error.token, undefined, ledgerFields(ledger!));
    }
  },

  notFound(key, identity) {
    // A key of zeros names nothing, and the reference says no more about it.
    if (/^0*$/.test(key)) return identity;
    throw new RpcError("entryNotFound", undefined, identity);
  },

  wrongKind: (_key, identity) => new RpcError("malformedRequest", undefined, identity),
};
