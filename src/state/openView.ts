import { type Keylet, keyletMatches } from "../protocol/keylets.ts";
import { forgotten, LastFew } from "../protocol/lastFew.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Drops, Hash256 } from "../protocol/types.ts";
import { ErasedKeys } from "./erasedKeys.ts";
import { SortedKeys } from "./sortedKeys.ts";
import type { BuildContext, ChangeSink, ReadView } from "./view.ts";
import { ViewContext } from "./viewContext.ts";

/**
 * A ledger in the making: the last closed one, the entries changed since, and what was applied, in order.
 *
 * `T` is what the builder keeps of each transaction. A view may stand on another one, to try something out:
 * `applyTo` hands over what it collected.
 */
export class OpenView<T extends { readonly hash: Hash256 } = { readonly hash: Hash256 }>
  extends ViewContext
  implements ReadView, ChangeSink
{
  private readonly base: ReadView;
  /** null stands for an entry that the base has and this view has not. */
  private readonly changed = new Map<Hash256, LedgerEntry | null>();
  /** Keys that the base does not have: erasing one leaves no trace. */
  private readonly created = new Set<Hash256>();
  /** Keys of changed entries that are there, in order; made when somebody first asks for a successor. */
  private presentKeys: SortedKeys | undefined;
  private readonly erased = new ErasedKeys();
  private readonly applied = new Map<Hash256, T>();
  private readonly lately = new LastFew<Readonly<LedgerEntry> | undefined>();
  private destroyed = 0n;

  constructor(base: ReadView, context: BuildContext) {
    super(context);
    this.base = base;
  }

  /** Entries that differ from the ledger below, by key; null where one is gone. */
  get changes(): ReadonlyMap<Hash256, LedgerEntry | null> {
    return this.changed;
  }

  get dropsDestroyed(): Drops {
    return this.destroyed;
  }

  /** What was applied here, in the order of application. */
  get transactions(): ReadonlyMap<Hash256, T> {
    return this.applied;
  }

  addTransaction(transaction: T): void {
    this.applied.set(transaction.hash, transaction);
  }

  hasTransaction(hash: Hash256): boolean {
    return this.applied.has(hash) || (this.base instanceof OpenView && this.base.hasTransaction(hash));
  }

  read<E extends LedgerEntry>(keylet: Keylet<E>): Readonly<E> | undefined {
    const entry = this.readKey(keylet.key);
    return entry !== undefined && keyletMatches(keylet, entry as LedgerEntry) ? (entry as E) : undefined;
  }

  readKey(key: Hash256): Readonly<LedgerEntry> | undefined {
    const known = this.lately.get(key);
    if (known !== forgotten) return known;
    const changed = this.changed.get(key);
    const entry = changed === undefined ? this.base.readKey(key) : (changed ?? undefined);
    this.lately.add(entry, key);
    return entry;
  }

  has(keylet: Keylet): boolean {
    return this.read(keylet) !== undefined;
  }

  successor(key: Hash256, before?: Hash256): Hash256 | undefined {
    let next = this.erased.skip(
      this.base.successor(key, before),
      (one) => this.changed.get(one) === null,
      (one) => this.base.successor(one, before),
    );
    this.presentKeys ??= new SortedKeys(this.keysPresent());
    const own = this.presentKeys.successor(key);
    if (own !== undefined && (next === undefined || own < next)) next = own;
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  insert(entry: LedgerEntry): void {
    if (!this.changed.has(entry.index)) this.created.add(entry.index);
    this.replace(entry);
  }

  replace(entry: LedgerEntry): void {
    this.lately.clear();
    this.changed.set(entry.index, entry);
    this.presentKeys?.add(entry.index);
  }

  erase(entry: LedgerEntry): void {
    this.lately.clear();
    if (this.created.delete(entry.index)) this.changed.delete(entry.index);
    else this.changed.set(entry.index, null);
    this.presentKeys?.delete(entry.index);
  }

  destroyDrops(drops: Drops): void {
    this.destroyed += drops;
  }

  /** The view as it is now: what happens to this one later, the copy does not see. */
  copy(): OpenView<T> {
    const copy = new OpenView<T>(this.base, this);
    for (const [key, entry] of this.changed) copy.changed.set(key, entry);
    for (const key of this.created) copy.created.add(key);
    for (const [hash, transaction] of this.applied) copy.applied.set(hash, transaction);
    copy.destroyed = this.destroyed;
    return copy;
  }

  /** Hands everything to the view below that it was tried out on. */
  applyTo(below: OpenView<T>): void {
    if (this.destroyed !== 0n) below.destroyDrops(this.destroyed);
    for (const [key, entry] of this.changed) {
      if (entry !== null) {
        if (this.created.has(key)) below.insert(entry);
        else below.replace(entry);
      } else {
        const gone = below.readKey(key);
        if (gone !== undefined) below.erase(gone as LedgerEntry);
      }
    }
    for (const transaction of this.applied.values()) below.addTransaction(transaction);
  }

  balanceHook(_account: AccountID, _issuer: AccountID, balance: Amount): Amount {
    return balance;
  }

  ownerCountHook(_account: AccountID, count: number): number {
    return count;
  }

  private *keysPresent(): Iterable<Hash256> {
    for (const [key, entry] of this.changed) if (entry !== null) yield key;
  }
}
