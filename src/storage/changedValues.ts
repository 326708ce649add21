import type { Hex } from "../protocol/types.ts";
import type { Change } from "../state/ledgerStore.ts";

/** What one ledger changes of the versioned values, for reading until it is on disk. */
export class ChangedValues {
  private readonly values: ReadonlyMap<Hex, Uint8Array | undefined>;
  private readonly changes: readonly Change[];
  private newKeys: Hex[] | undefined;

  constructor(changes: readonly Change[]) {
    this.changes = changes;
    this.values = new Map(changes.map(({ key, bytes }) => [key, bytes]));
  }

  get size(): number {
    return this.values.size;
  }

  has(key: Hex): boolean {
    return this.values.has(key);
  }

  get(key: Hex): Uint8Array | undefined {
    return this.values.get(key);
  }

  keys(): Iterable<Hex> {
    return this.values.keys();
  }

  /** The smallest key above `after` that has a value and may be unknown to the ledger before. */
  newKeyAfter(after: Hex): Hex | undefined {
    this.newKeys ??= this.changes
      .filter(({ bytes, existed }) => bytes !== undefined && existed !== true)
      .map(({ key }) => key)
      .sort();
    let low = 0;
    let high = this.newKeys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.newKeys[middle]! <= after) low = middle + 1;
      else high = middle;
    }
    return this.newKeys[low];
  }
}
