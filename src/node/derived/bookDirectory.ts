import type { BookIndex } from "../../engine/path/bookIndex.ts";
import type { Hex, Issue } from "../../protocol/types.ts";
import type { Change, LedgerReader } from "../../state/ledgerStore.ts";
import type { DerivedCollector, Version } from "./derivedIndex.ts";
import { derivedKeys } from "./derivedKeys.ts";

/**
 * Which order books there are, kept beside the state: a book's key is a hash, so the state cannot be asked what may
 * be bought for an issue. A book's value is how many directories (qualities) it has, and the ledger it began in.
 */

interface Book {
  readonly pays: Issue;
  readonly gets: Issue;
}

/** The book that a directory's root page belongs to; undefined for anything else. */
function bookOf(entry: Version): Book | undefined {
  if (entry?.LedgerEntryType !== "DirectoryNode" || entry.RootIndex !== entry.index) return undefined;
  if (entry.ExchangeRate === undefined) return undefined;
  return {
    pays: { currency: entry.TakerPaysCurrency!, issuer: entry.TakerPaysIssuer! },
    gets: { currency: entry.TakerGetsCurrency!, issuer: entry.TakerGetsIssuer! },
  };
}

/** How many directories of each book come or go, by the book's stored key. */
export class BookCollector implements DerivedCollector {
  private readonly changed = new Map<Hex, { readonly book: Book; by: number }>();

  note(before: Version, after: Version): void {
    const old = bookOf(before);
    const now = bookOf(after);
    if (old === undefined && now !== undefined) this.count(now, 1);
    if (old !== undefined && now === undefined) this.count(old, -1);
  }

  changes(reader: LedgerReader | undefined, ledgerIndex: number): Change[] {
    const changes: Change[] = [];
    for (const [key, { by }] of this.changed) {
      if (by === 0) continue;
      const stored = decodeBook(reader?.derived(ledgerIndex - 1, key));
      const count = (stored?.count ?? 0) + by;
      const bytes = count > 0 ? encodeBook(count, stored?.since ?? ledgerIndex) : undefined;
      changes.push({ key, bytes });
    }
    return changes;
  }

  /** The books of a ledger and those that begin here. One that ends here stays in: no offers, no harm. */
  after(below: BookIndex): BookIndex {
    return {
      booksTakerPays: (pays) => {
        const gets = [...below.booksTakerPays(pays)];
        for (const { book, by } of this.changed.values()) {
          if (by <= 0 || !isSame(book.pays, pays)) continue;
          if (!gets.some((issue) => isSame(issue, book.gets))) gets.push(book.gets);
        }
        return gets;
      },
    };
  }

  private count(book: Book, by: number): void {
    const key = derivedKeys.book(book.pays, book.gets);
    const known = this.changed.get(key);
    if (known === undefined) this.changed.set(key, { book, by });
    else known.by += by;
  }
}

const isSame = (a: Issue, b: Issue): boolean => a.currency === b.currency && a.issuer === b.issuer;

/** The books of a stored ledger, oldest first. */
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
