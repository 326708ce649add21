import { PageArena, type PagePlace } from "./pageArena.ts";

/**
 * Keeps pages that were written lately, within a bound. Two generations instead of a list in order of use: whatever is
 * written goes to the young one, and when that has grown to half of the bound, the old one is forgotten. A page that
 * is only read stays where it is: an update writes nearly all that it reads.
 */
export class PageCache {
  private readonly generationBytes: number;
  private young = new PageArena();
  private old = new PageArena();

  constructor(maxBytes: number) {
    this.generationBytes = maxBytes / 2;
  }

  /** Good until the next `put`. */
  get(path: string): PagePlace | undefined {
    return this.young.get(path) ?? this.old.get(path) ?? undefined;
  }

  /** Copies a page's words. */
  put(path: string, words: Int32Array): void {
    this.young.put(path, words, 0, words.length);
    if (this.young.bytes <= this.generationBytes) return;
    const { old } = this;
    this.old = this.young;
    old.clear();
    this.young = old;
  }

  delete(path: string): void {
    this.young.forget(path);
    this.old.forget(path);
  }
}
