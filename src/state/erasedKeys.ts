import type { Hash256 } from "../protocol/types.ts";

/**
 * The way over keys that a view has erased. Order books are eaten from one end: whoever looks for the best offer
 * would meet all those that are gone, each time. So it is noted where a run of them ends.
 *
 * What the view stands on must not change while it does.
 */
export class ErasedKeys {
  /** From an erased key to a later key, with none but erased ones between the two. */
  private ways: Map<Hash256, Hash256> | undefined;

  /** To be called when an erased key is there again, unless the view looks for such keys itself. */
  forget(): void {
    this.ways = undefined;
  }

  /**
   * The first key from `key` on that is not erased.
   *
   * @param isErased whether the view has erased a key
   * @param after the next key below the view, undefined where there is none in the range that is asked about
   */
  skip(
    key: Hash256 | undefined,
    isErased: (key: Hash256) => boolean,
    after: (key: Hash256) => Hash256 | undefined,
  ): Hash256 | undefined {
    if (key === undefined || !isErased(key)) return key;
    const passed: Hash256[] = [];
    let next: Hash256 | undefined = key;
    while (next !== undefined && isErased(next)) {
      passed.push(next);
      next = this.ways?.get(next) ?? after(next);
    }
    // Where the range ends, the last erased key is as far as is known.
    const end = next ?? passed.at(-1)!;
    this.ways ??= new Map();
    for (const erased of passed) if (erased !== end) this.ways.set(erased, end);
    return next;
  }
}
