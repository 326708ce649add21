import { encodeAddress } from "../protocol/base58.ts";
import { keylet } from "../protocol/keylets.ts";
import type { DirectoryNode, LedgerEntry, LedgerEntryType } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import type { ReadView } from "../state/view.ts";
import { existingAccount } from "./accounts.ts";
import { defineCommand, type Kind, optional, type Parameter, required } from "./command.ts";
import { entryTypeFromRequest, entryTypeNames } from "./entryTypes.ts";
import { member } from "./json.ts";
import { hash256FromText } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { flagOf } from "./looseJson.ts";
import { accountListRange, limit } from "./paging.ts";
import { entryJson } from "./present.ts";
import { invalidField, unexpectedField } from "./rpcErrors.ts";
import { manyRows, ownsMuch } from "./weight.ts";

/** Entries that keep an account from being deleted, by the names that `type` uses. */
const deletionBlockers: Readonly<Record<string, LedgerEntryType>> = {
  check: "Check",
  escrow: "Escrow",
  payment_channel: "PayChannel",
  state: "RippleState",
};

/** `type` and `deletion_blockers_only`: undefined means all types. */
const typeFilter: Parameter<ReadonlySet<LedgerEntryType> | undefined> = {
  read(request) {
    if (!flagOf(member(request, "deletion_blockers_only"))) {
      const type = entryTypeFromRequest(request);
      return type === undefined ? undefined : new Set([type]);
    }
    const type = member(request, "type");
    const wanted = Object.entries(deletionBlockers).filter(([name]) => type === undefined || type === name);
    return new Set(wanted.map(([, entryType]) => entryType));
  },
  document: () => ({
    type: { schema: { enum: entryTypeNames }, required: false },
    deletion_blockers_only: { schema: { type: "boolean", default: false }, required: false },
  }),
};

/** A directory page and an entry in it: where the next page of the reply begins. */
interface Place {
  readonly page: Hash256;
  readonly entry: Hash256;
}

const place: Kind<Place> = {
  schema: { type: "string", description: "What the page before gave; opaque." },
  parse(value, name) {
    if (typeof value !== "string") throw unexpectedField(name, "string");
    const [page, entry] = value.split(",").map(hash256FromText);
    if (page === undefined || entry === undefined) throw invalidField(name);
    return { page, entry };
  },
};

/** The entries that an account owns. */
export const accountObjects = defineCommand({
  name: "account_objects",
  summary: "The ledger entries that an account owns.",
  request: {
    ledger: ledgerSelector,
    account: required(existingAccount),
    types: typeFilter,
    limit: limit(accountListRange),
    marker: optional(place),
  },
  source: "chosen ledger",
  isHeavy: ({ ledger, account, types, limit: rows }) =>
    rows > manyRows || rows === 0 || (types !== undefined && ownsMuch(ledger, account)),

  handle({ ledger, account, types, limit: rows, marker }, context) {
    const page = ownedPage(ledger, account, types, rows, marker);
    return {
      account: encodeAddress(account),
      account_objects: page.entries.map((entry) => entryJson(entry, context)),
      ...ledgerFields(ledger),
      ...(page.next !== undefined && { limit: rows, marker: `${page.next.page},${page.next.entry}` }),
    };
  },
});

const noKey = "0".repeat(64);

interface Page {
  readonly entries: readonly Readonly<LedgerEntry>[];
  readonly next: Place | undefined;
}

/** `rows` of zero means no end, once there is a first entry. A marker that fits no entry gives an empty page. */
function ownedPage(
  ledger: ReadView,
  account: AccountID,
  types: ReadonlySet<LedgerEntryType> | undefined,
  rows: number,
  marker: Place | undefined,
): Page {
  const root = keylet.ownerDirectory(account).key;
  const entries: Readonly<LedgerEntry>[] = [];
  const resumes = marker !== undefined && marker.page !== noKey;
  let pageKey = resumes ? marker.page : root;
  let start = resumes ? marker.entry : undefined;
  for (;;) {
    const page = readPage(ledger, pageKey);
    if (page === undefined) return { entries, next: undefined };
    let at = 0;
    if (start !== undefined) {
      at = page.Indexes.indexOf(start);
      if (at < 0) return { entries, next: undefined };
      start = undefined;
    }
    for (; at < page.Indexes.length; at++) {
      const entry = ledger.readKey(page.Indexes[at]!);
      if (entry === undefined || (types !== undefined && !types.has(entry.LedgerEntryType))) continue;
      entries.push(entry);
      if (entries.length !== rows) continue;
      const following = page.Indexes[at + 1];
      if (following !== undefined) return { entries, next: { page: pageKey, entry: following } };
    }
    if ((page.IndexNext ?? 0n) === 0n) return { entries, next: undefined };
    pageKey = keylet.directoryPage(root, page.IndexNext!).key;
    if (entries.length === rows) {
      const first = readPage(ledger, pageKey)?.Indexes[0];
      return { entries, next: first === undefined ? undefined : { page: pageKey, entry: first } };
    }
  }
}

const readPage = (ledger: ReadView, key: Hash256): Readonly<DirectoryNode> | undefined =>
  ledger.read<DirectoryNode>({ type: "DirectoryNode", key });
