import { type Keylet, keyletMatches } from "../protocol/keylets.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Drops, Hash256 } from "../protocol/types.ts";
import { ErasedKeys } from "./erasedKeys.ts";
import { SortedKeys } from "./sortedKeys.ts";
import type { ApplyView, ChangeSink, ReadView } from "./view.ts";
import { ViewContext } from "./viewContext.ts";

/** What happened to one entry: `entry` is as it is now, or for an erased one as it was when it went. */
export interface Change {
  readonly kind: "inserted" | "modified" | "erased";
  readonly entry: LedgerEntry;
}

const noKeys: ReadonlySet<Hash256> = new Set();
const noChanges: ReadonlyMap<Hash256, Change> = new Map();

/**
 * Changes on top of a view, kept apart until they are applied to it, or dropped.
 *
 * Entries are copied when they are first peeked at; reading costs one Map look-up before the base is asked.
 */
export class Sandbox extends ViewContext implements ApplyView {
  protected readonly base: ReadView;
  /** Made with the first change: many a sandbox is asked a lot and never changes anything. */
  private changed: Map<Hash256, Change> | undefined;
  /** Keys of inserted entries in order; made when somebody first asks for a successor. */
  private insertedKeys: SortedKeys | undefined;
  /** Few sandboxes have any: most are made and dropped without. */
  private touchedKeys: Set<Hash256> | undefined;
  /** Likewise. */
  private erased: ErasedKeys | undefined;
  private destroyed = 0n;

  constructor(base: ReadView) {
    super(base);
    this.base = base;
  }

  /** Every entry touched, by key; a "modified" one may turn out to be as it was. */
  get changes(): ReadonlyMap<Hash256, Change> {
    return this.changed ?? noChanges;
  }

  /** Entries that count as modified even while they are as they were. */
  get touched(): ReadonlySet<Hash256> {
    return this.touchedKeys ?? noKeys;
  }

  get dropsDestroyed(): Drops {
    return this.destroyed;
  }

  read<T extends LedgerEntry>(keylet: Keylet<T>): Readonly<T> | undefined {
    const change = this.changed?.get(keylet.key);
    if (change === undefined) return this.base.read(keylet);
    return change.kind !== "erased" && keyletMatches(keylet, change.entry) ? (change.entry as T) : undefined;
  }

  readKey(key: Hash256): Readonly<LedgerEntry> | undefined {
    const change = this.changed?.get(key);
    if (change === undefined) return this.base.readKey(key);
    return change.kind === "erased" ? undefined : change.entry;
  }

  has(keylet: Keylet): boolean {
    return this.read(keylet) !== undefined;
  }

  successor(key: Hash256, before?: Hash256): Hash256 | undefined {
    let next = this.base.successor(key, before);
    if (this.erased !== undefined) {
      next = this.erased.skip(
        next,
        (one) => this.changed?.get(one)?.kind === "erased",
        (one) => this.base.successor(one, before),
      );
    }
    this.insertedKeys ??= new SortedKeys(this.keysInserted());
    const inserted = this.insertedKeys.successor(key);
    if (inserted !== undefined && (next === undefined || inserted < next)) next = inserted;
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  peek<T extends LedgerEntry>(keylet: Keylet<T>): T | undefined {
    const change = this.changed?.get(keylet.key);
    if (change === undefined) {
      const entry = this.base.read(keylet);
      return entry === undefined ? undefined : this.copy(entry as T);
    }
    return change.kind !== "erased" && keyletMatches(keylet, change.entry) ? (change.entry as T) : undefined;
  }

  peekKey(key: Hash256): LedgerEntry | undefined {
    const change = this.changed?.get(key);
    if (change === undefined) {
      const entry = this.base.readKey(key);
      return entry === undefined ? undefined : this.copy(entry as LedgerEntry);
    }
    return change.kind === "erased" ? undefined : change.entry;
  }

  touch(entry: LedgerEntry): void {
    this.touchKey(entry.index);
  }

  private touchKey(key: Hash256): void {
    this.touchedKeys ??= new Set();
    this.touchedKeys.add(key);
  }

  insert(entry: LedgerEntry): void {
    const change = this.changed?.get(entry.index);
    if (change === undefined) {
      this.note(entry.index, { kind: "inserted", entry });
      this.insertedKeys?.add(entry.index);
    } else if (change.kind === "erased") {
      // Erased below us and made anew: for the ledger under this sandbox that is a modification.
      this.note(entry.index, { kind: "modified", entry });
      this.erased?.forget();
    } else {
      throw new Error(`insert: ${entry.LedgerEntryType} ${entry.index} is there already`);
    }
  }

  replace(entry: LedgerEntry): void {
    const kind = this.changed?.get(entry.index)?.kind ?? "modified";
    if (kind === "erased") throw new Error(`replace: ${entry.LedgerEntryType} ${entry.index} was erased`);
    this.note(entry.index, { kind, entry });
  }

  erase(entry: LedgerEntry): void {
    const kind = this.changed?.get(entry.index)?.kind;
    if (kind === "erased") throw new Error(`erase: ${entry.LedgerEntryType} ${entry.index} twice`);
    if (kind === "inserted") {
      this.changed!.delete(entry.index);
      this.insertedKeys?.delete(entry.index);
    } else {
      this.note(entry.index, { kind: "erased", entry });
      this.erased ??= new ErasedKeys();
    }
  }

  destroyDrops(drops: Drops): void {
    this.destroyed += drops;
  }

  /** Hands every change to the view below, and what was touched. The sandbox must not be used afterwards. */
  applyTo(sink: ChangeSink): void {
    if (this.destroyed !== 0n) sink.destroyDrops(this.destroyed);
    for (const { kind, entry } of this.changes.values()) {
      if (kind === "inserted") sink.insert(entry);
      else if (kind === "modified") sink.replace(entry);
      else sink.erase(entry);
    }
    if (sink instanceof Sandbox) for (const key of this.touched) sink.touchKey(key);
  }

  balanceHook(_account: AccountID, _issuer: AccountID, balance: Amount): Amount {
    return balance;
  }

  ownerCountHook(_account: AccountID, count: number): number {
    return count;
  }

  creditHook(_from: AccountID, _to: AccountID, _amount: Amount, _before: Amount): void {}

  adjustOwnerCountHook(_account: AccountID, _current: number, _next: number): void {}

  private copy<T extends LedgerEntry>(entry: T): T {
    const copy = { ...entry };
    this.note(copy.index, { kind: "modified", entry: copy });
    return copy;
  }

  private note(key: Hash256, change: Change): void {
    this.changed ??= new Map();
    this.changed.set(key, change);
  }

  private *keysInserted(): Iterable<Hash256> {
    for (const [key, { kind }] of this.changes) if (kind === "inserted") yield key;
  }
}
