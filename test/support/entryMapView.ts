import { decodeObject } from "../../src/protocol/codec/decodeObject.ts";
import { hexToBytes } from "../../src/protocol/hex.ts";
import { type Keylet, keylet, keyletMatches } from "../../src/protocol/keylets.ts";
import type { LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, SerializedObject } from "../../src/protocol/types.ts";
import { Rules } from "../../src/state/rules.ts";
import { SortedKeys } from "../../src/state/sortedKeys.ts";
import type { ChangeSink, Fees, ReadView } from "../../src/state/view.ts";

/** A whole ledger state in a Map: a view for tests of the engine that need neither store nor node. */
export class EntryMapView implements ReadView {
  ledgerIndex = 2;
  parentHash: Hash256 = "0".repeat(64);
  parentCloseTime = 0;
  readonly open = false;
  readonly fees: Fees;
  private readonly entries = new Map<Hash256, LedgerEntry>();
  private readonly keys = new SortedKeys();

  constructor(fees: Fees, entries: Iterable<LedgerEntry> = []) {
    this.fees = fees;
    for (const entry of entries) this.put(entry);
  }

  /** Takes what was decoded from `{index, data}` pairs. */
  static fromSerialized(fees: Fees, entries: Iterable<{ index: string; data: string }>): EntryMapView {
    const decoded = [...entries].map(
      ({ index, data }) =>
        ({ index, ...decodeObject<SerializedObject>(hexToBytes(data)) }) as unknown as LedgerEntry,
    );
    return new EntryMapView(fees, decoded);
  }

  get rules(): Rules {
    return new Rules(this.read(keylet.amendments())?.Amendments ?? []);
  }

  /** Every entry, by key. */
  all(): ReadonlyMap<Hash256, LedgerEntry> {
    return this.entries;
  }

  put(entry: LedgerEntry): void {
    if (!this.entries.has(entry.index)) this.keys.add(entry.index);
    this.entries.set(entry.index, entry);
  }

  delete(key: Hash256): void {
    if (this.entries.delete(key)) this.keys.delete(key);
  }

  read<T extends LedgerEntry>(wanted: Keylet<T>): Readonly<T> | undefined {
    const entry = this.entries.get(wanted.key);
    return entry !== undefined && keyletMatches(wanted, entry) ? (entry as T) : undefined;
  }

  readKey(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.entries.get(key);
  }

  has(wanted: Keylet): boolean {
    return this.read(wanted) !== undefined;
  }

  successor(key: Hash256, before?: Hash256): Hash256 | undefined {
    const next = this.keys.successor(key);
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  balanceHook(_account: AccountID, _issuer: AccountID, balance: Amount): Amount {
    return balance;
  }

  ownerCountHook(_account: AccountID, count: number): number {
    return count;
  }

  /** Where the finished changes of a Sandbox or an OpenView go. */
  get sink(): ChangeSink {
    return {
      insert: (entry) => this.put(entry),
      replace: (entry) => this.put(entry),
      erase: (entry) => this.delete(entry.index),
      destroyDrops: () => {},
    };
  }
}
