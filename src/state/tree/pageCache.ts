/** What a page takes beside its words: map entry, path, array object. */
const pageOverheadBytes = 200;

/**
 * Keeps pages that were used lately, within a bound. Two generations instead of a list in order of use: what is
 * asked for moves to the young one, and when that has grown to half of the bound, the old one is forgotten.
 */
export class PageCache {
  private readonly generationBytes: number;
  private young = new Map<string, Int32Array>();
  private old = new Map<string, Int32Array>();
  private youngBytes = 0;

  constructor(maxBytes: number) {
    this.generationBytes = maxBytes / 2;
  }

  get(path: string): Int32Array | undefined {
    const page = this.young.get(path);
    if (page !== undefined) return page;
    const older = this.old.get(path);
    if (older !== undefined) this.set(path, older);
    return older;
  }

  set(path: string, page: Int32Array): void {
    const before = this.young.get(path);
    if (before !== undefined) this.youngBytes -= before.byteLength + pageOverheadBytes;
    this.young.set(path, page);
    this.youngBytes += page.byteLength + pageOverheadBytes;
    if (this.youngBytes > this.generationBytes) {
      this.old = this.young;
      this.young = new Map();
      this.youngBytes = 0;
    }
  }

  delete(path: string): void {
    const before = this.young.get(path);
    if (before !== undefined) this.youngBytes -= before.byteLength + pageOverheadBytes;
    this.young.delete(path);
    this.old.delete(path);
  }
}
