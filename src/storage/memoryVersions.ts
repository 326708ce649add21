import type { Hex } from "../protocol/types.ts";
import type { Change } from "../state/ledgerStore.ts";
import { OrderedKeys } from "./orderedKeys.ts";

interface MemoryVersion {
  readonly ledgerIndex: number;
  readonly bytes: Uint8Array | undefined;
}

/** Values versioned by ledger, in memory: for each key its versions, oldest first. */
export class MemoryVersions {
  private readonly versions = new Map<Hex, MemoryVersion[]>();
  private readonly keys = new OrderedKeys();
  /** For each ledger, the keys that it changed. */
  private readonly changed = new Map<number, Hex[]>();

  apply(ledgerIndex: number, changes: readonly Change[]): void {
    const changed = this.changed.get(ledgerIndex) ?? [];
    for (const { key, bytes } of changes) {
      const versions = this.versions.get(key);
      if (bytes === undefined && versions?.at(-1)?.bytes === undefined) continue;
      if (versions === undefined) {
        this.versions.set(key, [{ ledgerIndex, bytes }]);
        this.keys.add(key);
      } else {
        versions.push({ ledgerIndex, bytes });
      }
      changed.push(key);
    }
    this.changed.set(ledgerIndex, changed);
  }

  get(ledgerIndex: number, key: Hex): Uint8Array | undefined {
    const versions = this.versions.get(key);
    if (versions === undefined) return undefined;
    let low = 0;
    let high = versions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (versions[middle]!.ledgerIndex <= ledgerIndex) low = middle + 1;
      else high = middle;
    }
    return versions[low - 1]?.bytes;
  }

  successor(ledgerIndex: number, after: Hex, before: Hex | undefined): Hex | undefined {
    let key = this.keys.successor(after);
    while (key !== undefined && this.get(ledgerIndex, key) === undefined) key = this.keys.successor(key);
    return key === undefined || (before !== undefined && key >= before) ? undefined : key;
  }

  *entries(
    ledgerIndex: number,
    after: Hex,
    before: Hex | undefined,
  ): Iterable<{ key: Hex; bytes: Uint8Array }> {
    let key = this.successor(ledgerIndex, after, before);
    for (; key !== undefined; key = this.successor(ledgerIndex, key, before)) {
      yield { key, bytes: this.get(ledgerIndex, key)! };
    }
  }

  changedKeys(ledgerIndex: number): readonly Hex[] {
    return [...(this.changed.get(ledgerIndex) ?? [])].sort();
  }

  /** Drops the versions that no ledger from `first` on sees. */
  prune(first: number): void {
    for (const [ledgerIndex, keys] of this.changed) {
      if (ledgerIndex > first) break;
      this.changed.delete(ledgerIndex);
      for (const key of keys) this.pruneKey(key, first);
    }
  }

  private pruneKey(key: Hex, first: number): void {
    const versions = this.versions.get(key);
    if (versions === undefined) return;
    while (versions.length > 1 && versions[1]!.ledgerIndex <= first) versions.shift();
    const [oldest] = versions;
    if (versions.length > 1 || oldest!.bytes !== undefined || oldest!.ledgerIndex > first) return;
    this.versions.delete(key);
    this.keys.delete(key);
  }
}
