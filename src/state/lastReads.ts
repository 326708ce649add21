import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../protocol/types.ts";

/** A transaction is about a few entries, and asks for each many times over. */
const remembered = 4;

/** The last few entries that were read of a view: found by comparing keys, faster than in its large Maps. */
export class LastReads {
  private readonly keys = new Array<Hash256>(remembered).fill("");
  private readonly entries = new Array<Readonly<LedgerEntry> | undefined>(remembered).fill(undefined);
  private next = 0;

  /** The entry, undefined where the key has none; `unknown` where it was not read lately. */
  get(key: Hash256): Readonly<LedgerEntry> | undefined | typeof unknown {
    for (let i = 0; i < remembered; i++) if (this.keys[i] === key) return this.entries[i];
    return unknown;
  }

  add(key: Hash256, entry: Readonly<LedgerEntry> | undefined): void {
    this.keys[this.next] = key;
    this.entries[this.next] = entry;
    this.next = (this.next + 1) % remembered;
  }

  /** To be called when the view changes. */
  clear(): void {
    this.keys.fill("");
    this.entries.fill(undefined);
  }
}

/** Not read lately. */
export const unknown = Symbol("unknown");
