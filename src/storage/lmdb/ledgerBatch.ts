import type { LedgerCommit, TreePageChange } from "../../state/ledgerStore.ts";
import { sliceLength } from "./writer.ts";

/**
 * So many values are written together at most. The more, the fewer pages of the store's file each of them costs: what
 * small ledgers change lies anywhere in it.
 */
export const batchLength = 40 * sliceLength;
/** A ledger of so many waits for no others: it would gain little. */
const largeLength = batchLength / 4;

/** Ledgers that are written together: those that come fast, up to a large one. */
export class LedgerBatch {
  readonly ledgers: Required<Omit<LedgerCommit, "treePages">>[] = [];
  private onlyPages: readonly TreePageChange[] = [];
  /** By path, each page as the last ledger leaves it. Made for several ledgers, or when somebody asks. */
  private pagesByPath: Map<string, Uint8Array | undefined> | undefined;
  /** How many values beside the pages. */
  private values = 0;
  private isEnded = false;
  private onEnd = (): void => {};

  /** How many values it writes, about. */
  get length(): number {
    return this.values + (this.pagesByPath?.size ?? this.onlyPages.length);
  }

  /** Whether it is written in several transactions of the store, and so needs a mark. */
  get takesSeveralSlices(): boolean {
    return this.length > sliceLength;
  }

  /** Takes the ledger in; false, and nothing done, where it has no place here. */
  add(ledger: LedgerCommit): boolean {
    const { header, state, transactions, derived = [], treePages } = ledger;
    const accounts = transactions.reduce((sum, transaction) => sum + transaction.accounts.length, 0);
    const values = 2 * (state.length + derived.length + transactions.length) + accounts;
    const length = values + treePages.length;
    if (this.ledgers.length > 0 && (this.isEnded || this.length + length > batchLength)) return false;
    if (this.ledgers.length === 0) this.onlyPages = treePages;
    else this.addPages(treePages);
    this.ledgers.push({ header, state, transactions, derived });
    this.values += values;
    if (length >= largeLength) this.end();
    return true;
  }

  /** The page as its last ledger leaves it; null where none of its ledgers changes it. */
  treePage(path: string): Uint8Array | undefined | null {
    const pages = this.indexedPages();
    return pages.has(path) ? pages.get(path) : null;
  }

  /** The pages that its ledgers change. */
  get treePages(): readonly TreePageChange[] {
    if (this.pagesByPath === undefined) return this.onlyPages;
    return Array.from(this.pagesByPath, ([key, bytes]) => ({ key, bytes }));
  }

  /** Nothing is added from now on. */
  end(): void {
    this.isEnded = true;
    this.onEnd();
  }

  /** Waits until it has ended, or for so long. */
  async gathered(milliseconds: number): Promise<void> {
    if (this.isEnded || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Copies the pages: what the ledgers that they came from hold together would be kept for the few that stay. */
  private addPages(changes: readonly TreePageChange[]): void {
    const pages = this.indexedPages();
    for (const { key, bytes } of changes) {
      const page = pages.get(key);
      if (bytes !== undefined && page?.length === bytes.length) page.set(bytes);
      else pages.set(key, bytes && Buffer.from(bytes));
    }
  }

  private indexedPages(): Map<string, Uint8Array | undefined> {
    this.pagesByPath ??= new Map(this.onlyPages.map(({ key, bytes }) => [key, bytes]));
    return this.pagesByPath;
  }
}
