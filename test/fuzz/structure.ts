import { keylet } from "../../src/protocol/keylets.ts";
import type { DirectoryNode, LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Hash256 } from "../../src/protocol/types.ts";
import type { ReadView } from "../../src/state/view.ts";
import { countedOwners, listings, type SignerListOwners } from "./entryRules.ts";
import type { EntryChange } from "./world.ts";

const entriesPerPage = 32;

/** Checks what one transaction did to directories and owner counts, by the entries that it changed. */
export class StructureCheck {
  private readonly counts = new Map<AccountID, number>();

  private readonly signerLists: SignerListOwners;

  /** `entries`: all of the ledger before the first transaction. */
  constructor(entries: Iterable<Readonly<LedgerEntry>>, signerLists: SignerListOwners) {
    this.signerLists = signerLists;
    for (const entry of entries) this.count(entry, 1);
  }

  check(changes: readonly EntryChange[], view: ReadView): string[] {
    const problems: string[] = [];
    const touched = new Set<AccountID>();
    for (const { before, after } of changes) {
      if (before !== undefined) for (const owner of this.count(before, -1)) touched.add(owner);
      if (after !== undefined) for (const owner of this.count(after, 1)) touched.add(owner);
      if (after?.LedgerEntryType === "AccountRoot") touched.add(after.Account);
    }
    for (const account of touched) {
      // An account that left owns nothing.
      const said = view.read(keylet.account(account))?.OwnerCount ?? 0;
      const counted = this.counts.get(account) ?? 0;
      if (said !== counted) problems.push(`${account} says that it owns ${said}, counted ${counted}`);
    }
    for (const change of changes)
      problems.push(...checkListings(change, view, this.signerLists), ...checkPage(change, view));
    return problems;
  }

  private count(entry: Readonly<LedgerEntry>, by: number): AccountID[] {
    const owners = countedOwners(entry, this.signerLists);
    for (const owner of owners) this.counts.set(owner, (this.counts.get(owner) ?? 0) + by);
    return owners;
  }
}

const pageAt = (view: ReadView, root: Hash256, page: bigint): Readonly<DirectoryNode> | undefined =>
  view.read(keylet.directoryPage(root, page));

/** A new entry is listed where it says, one that is gone is not. */
function checkListings(
  { key, before, after }: EntryChange,
  view: ReadView,
  signerLists: SignerListOwners,
): string[] {
  const problems: string[] = [];
  for (const { root, page } of after === undefined ? [] : listings(after, signerLists)) {
    if (!pageAt(view, root, page)?.Indexes.includes(key)) {
      problems.push(`${after!.LedgerEntryType} ${key} is not listed on page ${page} of ${root}`);
    }
  }
  for (const { root, page } of before === undefined || after !== undefined
    ? []
    : listings(before, signerLists)) {
    if (pageAt(view, root, page)?.Indexes.includes(key))
      problems.push(`${key} is gone, but listed in ${root}`);
  }
  return problems;
}

/** A changed page is linked in both directions, is not too long, and lists only what is there. */
function checkPage({ key, after: page }: EntryChange, view: ReadView): string[] {
  if (page?.LedgerEntryType !== "DirectoryNode") return [];
  const problems: string[] = [];
  const isRoot = page.RootIndex === key;
  if (page.Indexes.length > entriesPerPage) problems.push(`page ${key} has ${page.Indexes.length} entries`);
  // An owner's first page may stay behind empty; a book's only before others.
  const mayBeEmpty = isRoot && (page.Owner !== undefined || (page.IndexNext ?? 0n) !== 0n);
  if (page.Indexes.length === 0 && !mayBeEmpty) problems.push(`page ${key} is empty`);
  if (new Set(page.Indexes).size !== page.Indexes.length) problems.push(`page ${key} lists something twice`);
  for (const index of page.Indexes) {
    if (view.readKey(index) === undefined) problems.push(`page ${key} lists ${index}, which is not there`);
  }
  const next = pageAt(view, page.RootIndex, page.IndexNext ?? 0n);
  const previous = pageAt(view, page.RootIndex, page.IndexPrevious ?? 0n);
  if (next === undefined || pageAt(view, page.RootIndex, next.IndexPrevious ?? 0n) !== page) {
    problems.push(`page ${key} is not what its next one comes after`);
  }
  if (previous === undefined || pageAt(view, page.RootIndex, previous.IndexNext ?? 0n) !== page) {
    problems.push(`page ${key} is not what its previous one leads to`);
  }
  return problems;
}
