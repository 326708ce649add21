/** Where a page's words begin, in an array that may have more before and after them. */
export interface PagePlace {
  readonly words: Int32Array;
  readonly start: number;
}

/** What a page takes beside its words: an entry of a map, and the path that is its key. */
const overheadBytes = 100;
const smallestWords = 4096;
/** In place of where a page lies: it is known that there is none. */
const gone = -1;

/**
 * Pages by their paths, all in one array: a closing ledger writes hundreds of pages, and an array for each would cost
 * more to make and to collect than its words to copy.
 */
export class PageArena {
  private words: Int32Array<ArrayBuffer>;
  private used = 0;
  /** Where a page's length is; its words follow. */
  private readonly places = new Map<string, number>();

  /** @param wordCount room for so many words to begin with */
  constructor(wordCount = 0) {
    this.words = new Int32Array(wordCount);
  }

  /** How many words it takes. */
  get length(): number {
    return this.used;
  }

  /** What it takes of memory, about. */
  get bytes(): number {
    return this.used * 4 + this.places.size * overheadBytes;
  }

  /** The page as it is until it is put again; null where it was removed, undefined where nothing is known of it. */
  get(path: string): PagePlace | null | undefined {
    const place = this.places.get(path);
    if (place === undefined) return undefined;
    return place === gone ? null : { words: this.words, start: place + 1 };
  }

  /** Copies these words of an array; over the page as it was where they fit. */
  put(path: string, from: Int32Array, start: number, end: number): void {
    const length = end - start;
    const before = this.places.get(path) ?? gone;
    const place = before !== gone && this.words[before]! >= length ? before : this.append(length + 1);
    this.words[place] = length;
    for (let i = 0; i < length; i++) this.words[place + 1 + i] = from[start + i]!;
    if (place !== before) this.places.set(path, place);
  }

  /** Notes that there is no such page. */
  remove(path: string): void {
    this.places.set(path, gone);
  }

  forget(path: string): void {
    this.places.delete(path);
  }

  clear(): void {
    this.places.clear();
    this.used = 0;
  }

  /** Every page with its words, and those that were removed. */
  *pages(): Iterable<{ readonly path: string; readonly words: Int32Array | undefined }> {
    for (const [path, place] of this.places) {
      if (place === gone) yield { path, words: undefined };
      else yield { path, words: this.words.subarray(place + 1, place + 1 + this.words[place]!) };
    }
  }

  private append(words: number): number {
    const at = this.used;
    this.used += words;
    if (this.used > this.words.length) {
      const larger = new Int32Array(Math.max(this.used * 2, smallestWords));
      larger.set(this.words.subarray(0, at));
      this.words = larger;
    }
    return at;
  }
}
