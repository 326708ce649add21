import type { BookIndex } from "../../engine/path/bookIndex.ts";
import type { DirectoryNode, LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Hash256, Hex, Issue } from "../../protocol/types.ts";
import type { Change, LedgerReader } from "../../state/ledgerStore.ts";
import type { ReadView } from "../../state/view.ts";
import { derivedKeys } from "../derivedKeys.ts";

/**
 * Which order books there are, kept beside the state: a book's key is a hash, so the state cannot be asked what may
 * be bought for an issue. A stored book's value is how many directories (qualities) it has, and the ledger it began in.
 */

interface Book {
  readonly pays: Issue;
  readonly gets: Issue;
}

type EntryChanges = ReadonlyMap<Hash256, LedgerEntry | null>;

/** The book that a directory's root page belongs to; undefined for anything else. */
function bookOf(entry: Readonly<LedgerEntry> | null | undefined): Book | undefined {
  if (entry?.LedgerEntryType !== "DirectoryNode" || entry.RootIndex !== entry.index) return undefined;
  return entry.ExchangeRate === undefined ? undefined : issuesOf(entry);
}

const issuesOf = (page: Readonly<DirectoryNode>): Book => ({
  pays: { currency: page.TakerPaysCurrency!, issuer: page.TakerPaysIssuer! },
  gets: { currency: page.TakerGetsCurrency!, issuer: page.TakerGetsIssuer! },
});

/** How many directories of each book come or go with these changes, by the book's stored key. */
function directoriesChanged(before: ReadView, changes: EntryChanges): Map<Hex, { book: Book; by: number }> {
  const changed = new Map<Hex, { book: Book; by: number }>();
  const note = (book: Book, by: number) => {
    const key = derivedKeys.book(book.pays, book.gets);
    changed.set(key, { book, by: (changed.get(key)?.by ?? 0) + by });
  };
  for (const [key, entry] of changes) {
    if (entry !== null && entry.LedgerEntryType !== "DirectoryNode") continue;
    const now = bookOf(entry);
    if (entry !== null && now === undefined) continue;
    const old = bookOf(before.readKey(key));
    if (now !== undefined && old === undefined) note(now, 1);
    if (now === undefined && old !== undefined) note(old, -1);
  }
  return changed;
}

/** The stored books that a new ledger changes. `before` is its parent, as `reader` has it. */
export function bookChanges(reader: LedgerReader, before: ReadView, changes: EntryChanges): Change[] {
  const written: Change[] = [];
  for (const [key, { by }] of directoriesChanged(before, changes)) {
    if (by === 0) continue;
    const stored = decodeBook(reader.derived(before.ledgerIndex, key));
    const count = (stored?.count ?? 0) + by;
    const since = stored?.since ?? before.ledgerIndex + 1;
    written.push({ key, bytes: count > 0 ? encodeBook(count, since) : undefined });
  }
  return written;
}

/** The stored books of a ledger that came whole: a genesis or a snapshot. */
export function booksOfState(entries: Iterable<LedgerEntry>, ledgerIndex: number): Change[] {
  const counts = new Map<Hex, number>();
  for (const entry of entries) {
    const book = bookOf(entry);
    if (book === undefined) continue;
    const key = derivedKeys.book(book.pays, book.gets);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({ key, bytes: encodeBook(count, ledgerIndex) }));
}

/** The books of a stored ledger. */
export const storedBooks = (reader: LedgerReader, ledgerIndex: number): BookIndex => ({
  booksTakerPays(pays) {
    const found: { gets: Issue; since: number }[] = [];
    const prefix = derivedKeys.books(pays);
    for (const { key, bytes } of reader.derivedEntries(ledgerIndex, prefix)) {
      const gets = { currency: key.slice(prefix.length, -40), issuer: key.slice(-40) };
      found.push({ gets, since: decodeBook(bytes)!.since });
    }
    return found.sort((a, b) => a.since - b.since).map(({ gets }) => gets);
  },
});

/** The books of a ledger on top of another one: those that its changes add come last. One that it empties stays: no offers, no harm. */
export function booksAfter(below: BookIndex, before: ReadView, changes: EntryChanges): BookIndex {
  const changed = [...directoriesChanged(before, changes).values()];
  const isSame = (a: Issue, b: Issue) => a.currency === b.currency && a.issuer === b.issuer;
  return {
    booksTakerPays(pays) {
      const gets = [...below.booksTakerPays(pays)];
      for (const { book, by } of changed) {
        if (by <= 0 || !isSame(book.pays, pays)) continue;
        if (!gets.some((issue) => isSame(issue, book.gets))) gets.push(book.gets);
      }
      return gets;
    },
  };
}

function encodeBook(count: number, since: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeUInt32BE(count, 0);
  bytes.writeUInt32BE(since, 4);
  return bytes;
}

function decodeBook(bytes: Uint8Array | undefined): { count: number; since: number } | undefined {
  if (bytes === undefined) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { count: view.getUint32(0), since: view.getUint32(4) };
}
