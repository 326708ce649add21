import { type Keylet, keylet } from "../protocol/keylets.ts";
import type { DirectoryNode } from "../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../protocol/types.ts";
import { newEntry } from "./newEntry.ts";
import type { ApplyView, ReadView } from "./view.ts";

/**
 * Directories: lists of entry keys in pages of 32, chained in a ring from the root page.
 *
 * The root's IndexPrevious names the last page. Rules: the reference's ApplyView.cpp.
 */

const entriesPerPage = 32;
const maximumPages = 262144n;

/** Fields that every page of one directory repeats: its owner, or its book and rate. */
export type DirectoryDescription = Partial<
  Pick<
    DirectoryNode,
    | "Owner"
    | "TakerPaysCurrency"
    | "TakerPaysIssuer"
    | "TakerGetsCurrency"
    | "TakerGetsIssuer"
    | "ExchangeRate"
  >
>;

/** Adds a key in the order of keys within its page (owner directories). Returns the page, undefined when full. */
export function dirInsert(
  view: ApplyView,
  root: Keylet<DirectoryNode>,
  key: Hash256,
  description: DirectoryDescription,
): bigint | undefined {
  return dirAdd(view, root, key, description, sorted);
}

/** Adds a key at the end (order books: first come, first served). Returns the page, undefined when full. */
export function dirAppend(
  view: ApplyView,
  root: Keylet<DirectoryNode>,
  key: Hash256,
  description: DirectoryDescription,
): bigint | undefined {
  return dirAdd(view, root, key, description, appended);
}

const appended = (indexes: readonly Hash256[], key: Hash256): Hash256[] => [...indexes, key];
// A page may hold keys in the order of an older rule: sort all of it.
const sorted = (indexes: readonly Hash256[], key: Hash256): Hash256[] => [...indexes, key].sort();

function dirAdd(
  view: ApplyView,
  root: Keylet<DirectoryNode>,
  key: Hash256,
  description: DirectoryDescription,
  place: (indexes: readonly Hash256[], key: Hash256) => Hash256[],
): bigint | undefined {
  const rootPage = view.peek(root);
  if (rootPage === undefined) {
    view.insert(newEntry<DirectoryNode>(root, { RootIndex: root.key, Indexes: [key], ...description }));
    return 0n;
  }
  const lastNumber = rootPage.IndexPrevious ?? 0n;
  const last = lastNumber === 0n ? rootPage : existingPage(view, root, lastNumber);
  if (last.Indexes.length < entriesPerPage) {
    if (last.Indexes.includes(key)) throw new Error(`directory ${root.key} holds ${key} already`);
    last.Indexes = place(last.Indexes, key);
    return lastNumber;
  }
  const number = lastNumber + 1n;
  if (number >= maximumPages) return undefined;
  last.IndexNext = number;
  rootPage.IndexPrevious = number;
  view.insert(
    newEntry<DirectoryNode>(keylet.directoryPage(root.key, number), {
      RootIndex: root.key,
      Indexes: [key],
      // Zero, the root, is the default and is left out.
      IndexPrevious: number === 1n ? undefined : lastNumber,
      ...description,
    }),
  );
  return number;
}

/**
 * Takes a key out of a page, and an emptied page out of the ring. The root goes last, unless `keepRoot`.
 * Returns false when the page or the key is not there.
 */
export function dirRemove(
  view: ApplyView,
  root: Keylet<DirectoryNode>,
  pageNumber: bigint,
  key: Hash256,
  keepRoot: boolean,
): boolean {
  const page = view.peek(keylet.directoryPage(root.key, pageNumber));
  if (page === undefined) return false;
  const at = page.Indexes.indexOf(key);
  if (at < 0) return false;
  page.Indexes = [...page.Indexes.slice(0, at), ...page.Indexes.slice(at + 1)];
  if (page.Indexes.length > 0) return true;
  if (pageNumber === 0n) removeEmptyRoot(view, root, page, keepRoot);
  else removeEmptyPage(view, root, page, keepRoot);
  return true;
}

function removeEmptyRoot(
  view: ApplyView,
  root: Keylet<DirectoryNode>,
  page: DirectoryNode,
  keepRoot: boolean,
) {
  dropEmptyLastPage(view, root, page);
  const isAlone = (page.IndexNext ?? 0n) === 0n && (page.IndexPrevious ?? 0n) === 0n;
  if (isAlone && !keepRoot) view.erase(page);
}

/** An old rule could leave one empty page behind the root: drop it when met. False if that page is in use. */
function dropEmptyLastPage(view: ApplyView, root: Keylet<DirectoryNode>, page: DirectoryNode): boolean {
  const next = page.IndexNext ?? 0n;
  if (next === 0n || next !== (page.IndexPrevious ?? 0n)) return true;
  const last = existingPage(view, root, next);
  if (last.Indexes.length > 0) return false;
  page.IndexNext = 0n;
  page.IndexPrevious = 0n;
  view.erase(last);
  return true;
}

function removeEmptyPage(
  view: ApplyView,
  root: Keylet<DirectoryNode>,
  page: DirectoryNode,
  keepRoot: boolean,
) {
  const previousNumber = page.IndexPrevious ?? 0n;
  let nextNumber = page.IndexNext ?? 0n;
  const previous = existingPage(view, root, previousNumber);
  previous.IndexNext = nextNumber;
  const next = existingPage(view, root, nextNumber);
  next.IndexPrevious = previousNumber;
  view.erase(page);

  const nextIsLast = nextNumber !== 0n && (next.IndexNext ?? 0n) === 0n;
  if (nextIsLast && next.Indexes.length === 0) {
    view.erase(next);
    previous.IndexNext = 0n;
    existingPage(view, root, 0n).IndexPrevious = previousNumber;
    nextNumber = 0n;
  }
  const onlyRootLeft = nextNumber === 0n && previousNumber === 0n;
  if (onlyRootLeft && !keepRoot && previous.Indexes.length === 0) view.erase(previous);
}

/** Erases a directory that has no entries left. False when there is none, or it still has some. */
export function dirDeleteIfEmpty(view: ApplyView, root: Keylet<DirectoryNode>): boolean {
  const page = view.peek(root);
  if (page === undefined || page.RootIndex !== root.key || page.Indexes.length > 0) return false;
  if (!dropEmptyLastPage(view, root, page)) return false;
  if ((page.IndexNext ?? 0n) === 0n && (page.IndexPrevious ?? 0n) === 0n) view.erase(page);
  return true;
}

/** Every key of a directory, page by page. */
export function* dirEntries(view: ReadView, root: Keylet<DirectoryNode>): Generator<Hash256> {
  for (const page of dirPages(view, root)) yield* page.Indexes;
}

/** The pages of a directory from the root on. */
export function* dirPages(view: ReadView, root: Keylet<DirectoryNode>): Generator<Readonly<DirectoryNode>> {
  let number = 0n;
  do {
    const page = view.read(keylet.directoryPage(root.key, number));
    if (page === undefined) return;
    yield page;
    number = page.IndexNext ?? 0n;
  } while (number !== 0n);
}

/** True when there is no such directory or nothing is in it. */
export function dirIsEmpty(view: ReadView, root: Keylet<DirectoryNode>): boolean {
  const page = view.read(root);
  if (page === undefined) return true;
  return page.Indexes.length === 0 && (page.IndexNext ?? 0n) === 0n;
}

function existingPage(view: ApplyView, root: Keylet<DirectoryNode>, number: bigint): DirectoryNode {
  const page = view.peek(keylet.directoryPage(root.key, number));
  if (page === undefined)
    throw new Error(`directory ${root.key}: the chain leads to page ${number}, which is missing`);
  return page;
}
