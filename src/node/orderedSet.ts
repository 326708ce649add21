/** More than this many items and a chunk is split. */
const chunkLimit = 512;

/**
 * Distinct items in the order of a comparison, with cheap insertion and removal at any size: the items lie in
 * chunks, so that only a chunk is moved.
 */
export class OrderedSet<T> {
  private readonly chunks: T[][] = [];
  private readonly compare: (a: T, b: T) => number;
  private count = 0;

  /** `compare` must never say 0 for two different items. */
  constructor(compare: (a: T, b: T) => number) {
    this.compare = compare;
  }

  get size(): number {
    return this.count;
  }

  get first(): T | undefined {
    return this.chunks[0]?.[0];
  }

  get last(): T | undefined {
    return this.chunks.at(-1)?.at(-1);
  }

  add(item: T): void {
    if (this.chunks.length === 0) {
      this.chunks.push([item]);
      this.count = 1;
      return;
    }
    const at = Math.min(this.chunkOf(item), this.chunks.length - 1);
    const chunk = this.chunks[at]!;
    const place = this.placeIn(chunk, item);
    if (place < chunk.length && this.compare(chunk[place]!, item) === 0) return;
    chunk.splice(place, 0, item);
    this.count++;
    if (chunk.length > chunkLimit) this.chunks.splice(at + 1, 0, chunk.splice(chunkLimit >> 1));
  }

  /** Whether it was there. */
  delete(item: T): boolean {
    const at = this.chunkOf(item);
    const chunk = this.chunks[at];
    if (chunk === undefined) return false;
    const place = this.placeIn(chunk, item);
    if (this.compare(chunk[place]!, item) !== 0) return false;
    chunk.splice(place, 1);
    if (chunk.length === 0) this.chunks.splice(at, 1);
    this.count--;
    return true;
  }

  /** The first item that comes after this one, which need not be in the set. */
  after(item: T): T | undefined {
    const at = this.chunkOf(item);
    const chunk = this.chunks[at];
    if (chunk === undefined) return undefined;
    const place = this.placeIn(chunk, item);
    if (this.compare(chunk[place]!, item) !== 0) return chunk[place];
    return place + 1 < chunk.length ? chunk[place + 1] : this.chunks[at + 1]?.[0];
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const chunk of this.chunks) yield* chunk;
  }

  /** The first chunk whose last item is not before this one; one past the end where there is none. */
  private chunkOf(item: T): number {
    let low = 0;
    let high = this.chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.chunks[middle]!.at(-1)!, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where in a chunk the item is, or would be. */
  private placeIn(chunk: readonly T[], item: T): number {
    let low = 0;
    let high = chunk.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(chunk[middle]!, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
