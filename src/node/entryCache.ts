import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../protocol/types.ts";

/** An entry as it has been since a ledger; null where there is none. */
interface Cached {
  readonly entry: Readonly<LedgerEntry> | null;
  /** The ledger that changed it, or in which it was looked up: it holds from there on until it is replaced. */
  readonly from: number;
}

/**
 * Decoded entries of the newest closed ledger, shared by all views of it: an entry is decoded once, however many
 * transactions and queries look at it, and what a close makes goes in without being decoded at all.
 *
 * Bounded by two generations: what is asked for moves to the young one, and when that is full, the old one is
 * forgotten.
 */
export class EntryCache {
  private readonly limit: number;
  private young = new Map<Hash256, Cached>();
  private old = new Map<Hash256, Cached>();
  /** See {@link forget}. */
  private since = 0;

  /** @param limit how many entries are kept at least; at most twice as many */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The entry as this ledger has it; null where it has none; undefined where the cache cannot tell. */
  get(key: Hash256, ledgerIndex: number): Readonly<LedgerEntry> | null | undefined {
    let cached = this.young.get(key);
    if (cached === undefined) {
      cached = this.old.get(key);
      if (cached === undefined) return undefined;
      this.put(key, cached);
    }
    return ledgerIndex >= cached.from ? cached.entry : undefined;
  }

  /** Notes what was read from the newest ledger, unless a later one is on its way already. */
  add(key: Hash256, entry: Readonly<LedgerEntry> | null, ledgerIndex: number): void {
    if (ledgerIndex < this.since) return;
    if (!this.young.has(key) && !this.old.has(key)) this.put(key, { entry, from: ledgerIndex });
  }

  /** For whoever only hears which entries a ledger changed: from this ledger on they are to be looked up again. */
  forget(keys: Iterable<Hash256>, ledgerIndex: number): void {
    this.since = ledgerIndex;
    for (const key of keys) {
      this.young.delete(key);
      this.old.delete(key);
    }
  }

  /** Notes what a ledger makes of an entry. It becomes the newest one before another is made. */
  set(key: Hash256, entry: Readonly<LedgerEntry> | null, ledgerIndex: number): void {
    this.put(key, { entry, from: ledgerIndex });
  }

  private put(key: Hash256, cached: Cached): void {
    if (this.young.size >= this.limit) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, cached);
  }
}
