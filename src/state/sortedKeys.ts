import type { Hash256 } from "../protocol/types.ts";

/** Keys in ascending order, for views that must answer `successor` over what they hold themselves. */
export class SortedKeys {
  private readonly keys: Hash256[];

  constructor(keys: Iterable<Hash256> = []) {
    this.keys = [...keys].sort();
  }

  add(key: Hash256): void {
    const at = this.firstAfter(key);
    if (this.keys[at - 1] !== key) this.keys.splice(at, 0, key);
  }

  delete(key: Hash256): void {
    const at = this.firstAfter(key) - 1;
    if (this.keys[at] === key) this.keys.splice(at, 1);
  }

  /** The smallest key greater than `key`. */
  successor(key: Hash256): Hash256 | undefined {
    return this.keys[this.firstAfter(key)];
  }

  private firstAfter(key: Hash256): number {
    let low = 0;
    let high = this.keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.keys[middle]! <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
