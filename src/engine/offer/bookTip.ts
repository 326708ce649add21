import type { Quality } from "../../protocol/amounts/quality.ts";
import type { Keylet } from "../../protocol/keylets.ts";
import { keylet, qualityNext, qualityOf } from "../../protocol/keylets.ts";
import type { DirectoryNode, Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { Hash256, Issue } from "../../protocol/types.ts";
import type { ApplyView, ReadView } from "../../state/view.ts";
import { deleteOffer } from "./deleteOffer.ts";

/** An order book: what its offers take and what they give. */
export interface Book {
  readonly in: Issue;
  readonly out: Issue;
}

const directoryAt = (key: Hash256): Keylet<DirectoryNode> => ({ type: "DirectoryNode", key });

/** The first entry of a directory and the page that holds it; undefined when every page is empty. */
function firstEntry(view: ReadView, root: Hash256): { page: Hash256; index: Hash256 } | undefined {
  let pageKey = directoryAt(root);
  for (;;) {
    const page = view.read(pageKey);
    const index = page?.Indexes[0];
    if (index !== undefined) return { page: pageKey.key, index };
    if (page?.IndexNext === undefined || page.IndexNext === 0n) return undefined;
    pageKey = keylet.directoryPage(root, page.IndexNext);
  }
}

/**
 * The quality of the best offer in a book, whether or not that offer is any good; undefined for an empty book.
 * Changes nothing.
 */
export function bestQuality(view: ReadView, book: Book): Quality | undefined {
  let key = keylet.bookBase(book.in, book.out).key;
  const end = qualityNext(key);
  for (;;) {
    const directory = view.successor(key, end);
    if (directory === undefined) return undefined;
    if (firstEntry(view, directory) !== undefined) return qualityOf(directory);
    key = directory;
  }
}

/**
 * Walks a book from its best offer to its worst, eating it: going on deletes the offer that was at the tip.
 * Shows every offer, dead ones too; OfferStream sorts those out.
 */
export class BookTip {
  /** Of the offer at the tip. Meaningful after `step` answered true. */
  quality: Quality = 0n;
  /** Key of the offer at the tip. */
  index: Hash256 = "";
  /** Key of the directory page that lists it. */
  page: Hash256 = "";
  /** The offer, open for change; undefined where the directory lists an offer that is not in the ledger. */
  entry: Offer | undefined;

  private readonly view: ApplyView;
  private readonly end: Hash256;
  /** The directory of the tip: the walk goes on in it while it exists. */
  private directory: Hash256 | undefined;
  /** Directories up to this key are done with. */
  private passed: Hash256;

  constructor(view: ApplyView, book: Book) {
    this.view = view;
    this.passed = keylet.bookBase(book.in, book.out).key;
    this.end = qualityNext(this.passed);
  }

  /** Deletes the offer at the tip, if any, and goes to the next one. False at the end of the book. */
  step(): boolean {
    if (this.entry !== undefined) {
      deleteOffer(this.view, this.entry);
      this.entry = undefined;
    }
    for (;;) {
      // Removing a directory's last offer removes the directory; then the walk goes on behind it.
      const stays = this.directory !== undefined && this.view.has(directoryAt(this.directory));
      const directory = stays ? this.directory : this.view.successor(this.passed, this.end);
      if (directory === undefined) return false;
      this.directory = undefined;
      this.passed = directory;

      const first = firstEntry(this.view, directory);
      // A directory is never empty; should one be, it is passed over.
      if (first === undefined) continue;
      this.directory = directory;
      this.page = first.page;
      this.index = first.index;
      this.entry = this.view.peek<Offer>({ type: "Offer", key: first.index });
      this.quality = qualityOf(directory);
      return true;
    }
  }
}
