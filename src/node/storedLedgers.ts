import type { Hash256 } from "../protocol/types.ts";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import type { LedgerReader } from "../state/ledgerStore.ts";
import type { Fees } from "../state/view.ts";
import { ClosedLedgerView } from "./closedLedgerView.ts";
import type { EntryCache } from "./entryCache.ts";
import type { Ledger } from "./ledger.ts";
import { type LedgerRange, type Ledgers, rangesToText } from "./ledgers.ts";
import type { OpenLedgerView } from "./openLedgerView.ts";
import { hashFromSkipLists } from "./skipList.ts";

/** So many closed ledgers' views are kept; others are made again when somebody asks. */
const viewsKept = 64;

/** The ledgers of a store, and the open one on top of them. */
export class StoredLedgers implements Ledgers {
  readonly cache: EntryCache;
  private readonly store: LedgerReader;
  /** In force while a ledger has no FeeSettings entry. */
  private readonly defaultFees: Fees;
  private readonly views = new Map<number, ClosedLedgerView>();
  private last: ClosedLedgerView;
  private openView: OpenLedgerView | undefined;

  /** @throws Error when the store is empty. */
  constructor(store: LedgerReader, defaultFees: Fees, cache: EntryCache) {
    this.store = store;
    this.defaultFees = defaultFees;
    this.cache = cache;
    const { range } = store;
    const header = range === undefined ? undefined : store.header(range.last);
    if (header === undefined) throw new Error("the store has no ledger yet");
    this.last = this.viewOf(header);
  }

  current(): Ledger {
    return this.openView ?? this.last;
  }
  closed(): ClosedLedgerView {
    return this.last;
  }
  validated(): ClosedLedgerView {
    return this.last;
  }

  byIndex(ledgerIndex: number): ClosedLedgerView | undefined {
    const known = this.views.get(ledgerIndex);
    if (known !== undefined && ledgerIndex >= this.store.range!.first) return known;
    const header = this.store.header(ledgerIndex);
    return header === undefined ? undefined : this.viewOf(header);
  }

  byHash(hash: Hash256): ClosedLedgerView | undefined {
    if (hash === this.last.hash) return this.last;
    const ledgerIndex = this.store.ledgerIndexOf(hash);
    return ledgerIndex === undefined ? undefined : this.byIndex(ledgerIndex);
  }

  hashOf(ledgerIndex: number): Hash256 | undefined {
    if (ledgerIndex === this.last.ledgerIndex) return this.last.hash;
    return this.store.header(ledgerIndex)?.ledgerHash ?? hashFromSkipLists(this.last, ledgerIndex);
  }

  complete(): readonly LedgerRange[] {
    const { range } = this.store;
    // The store may have the next ledger already, which nobody has been told of.
    return range === undefined ? [] : [{ first: range.first, last: this.last.ledgerIndex }];
  }

  completeText(): string {
    return rangesToText(this.complete());
  }

  /** A view of the ledger that was just stored, for building on it; it is not the last one yet. */
  prepare(header: LedgerHeader): ClosedLedgerView {
    return this.viewOf(header, this.last);
  }

  /** From now on these are the last closed and the open ledger. */
  publish(closed: ClosedLedgerView, open: OpenLedgerView): void {
    this.last = closed;
    this.openView = open;
  }

  private viewOf(header: LedgerHeader, before?: ClosedLedgerView): ClosedLedgerView {
    const view = new ClosedLedgerView(this.store, this.cache, header, this.defaultFees, before);
    this.views.set(header.ledgerIndex, view);
    if (this.views.size > viewsKept) this.views.delete(this.views.keys().next().value!);
    return view;
  }
}
