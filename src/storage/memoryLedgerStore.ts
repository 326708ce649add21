import type { AccountID, Hash256, Hex } from "../protocol/types.ts";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import {
  type AccountTransactionsQuery,
  type Change,
  type LedgerCommit,
  type LedgerImport,
  LedgerNotKept,
  type LedgerRange,
  type LedgerReader,
  type LedgerStore,
  type StateEntry,
  type StoredTransaction,
  type TransactionPlace,
} from "../state/ledgerStore.ts";
import { endOfPrefix } from "./endOfPrefix.ts";
import { MemoryVersions } from "./memoryVersions.ts";

/** Keeps ledgers in memory: for tests, and for servers that forget everything when they stop. */
export const memoryLedgerStore = (): LedgerStore => new MemoryLedgerStore();

interface KeptLedger {
  readonly header: LedgerHeader;
  readonly transactions: LedgerCommit["transactions"];
}

class MemoryLedgerStore implements LedgerStore {
  private kept: LedgerRange | undefined;
  private isClosed = false;
  private isImporting = false;
  private readonly ledgers = new Map<number, KeptLedger>();
  private readonly ledgerHashes = new Map<Hash256, number>();
  private readonly places = new Map<Hash256, TransactionPlace>();
  /** In rising order. */
  private readonly accounts = new Map<AccountID, TransactionPlace[]>();
  private readonly state = new MemoryVersions();
  private readonly derivedValues = new MemoryVersions();
  private readonly treePages = new Map<string, Uint8Array>();
  private readonly settings = new Map<string, string>();

  get range(): LedgerRange | undefined {
    return this.kept;
  }

  async commit(ledger: LedgerCommit): Promise<void> {
    const { header, transactions } = ledger;
    const { ledgerIndex } = header;
    if (this.isClosed) throw new Error("the store is closed");
    if (this.isImporting) throw new Error("an import is under way");
    if (this.kept !== undefined && ledgerIndex !== this.kept.last + 1) {
      throw new RangeError(`ledger ${ledgerIndex} does not follow ledger ${this.kept.last}`);
    }
    this.state.apply(ledgerIndex, ledger.state);
    this.derivedValues.apply(ledgerIndex, ledger.derived ?? []);
    this.putTreePages(ledger.treePages);
    for (const [transactionIndex, { hash, accounts }] of transactions.entries()) {
      const place = { ledgerIndex, transactionIndex };
      this.places.set(hash, place);
      for (const account of accounts) {
        const places = this.accounts.get(account);
        if (places === undefined) this.accounts.set(account, [place]);
        else places.push(place);
      }
    }
    this.add(header, transactions);
  }

  /** Nothing is ever on its way. */
  async room(): Promise<void> {}
  hurry(): void {}

  importLedger(header: LedgerHeader): LedgerImport {
    if (this.kept !== undefined || this.isImporting) throw new Error("the store has a ledger already");
    this.isImporting = true;
    const { ledgerIndex } = header;
    return {
      add: async (entries: readonly StateEntry[]) => this.state.apply(ledgerIndex, entries),
      addDerived: async (values) => this.derivedValues.apply(ledgerIndex, values),
      entries: () => this.state.entries(ledgerIndex, "", undefined),
      addTreePages: async (pages) => this.putTreePages(pages),
      finish: async () => {
        this.isImporting = false;
        this.add(header, []);
      },
    };
  }

  async prune(first: number): Promise<void> {
    if (this.kept === undefined || first > this.kept.last) {
      throw new RangeError(`cannot forget all ledgers below ${first}: that would leave none`);
    }
    for (let index = this.kept.first; index < first; index++) this.forget(index);
    this.kept = { first: Math.max(first, this.kept.first), last: this.kept.last };
    this.state.prune(this.kept.first);
    this.derivedValues.prune(this.kept.first);
  }

  treePage(path: string): Uint8Array | undefined {
    return this.treePages.get(path);
  }

  setting(name: string): string | undefined {
    return this.settings.get(name);
  }

  async setSetting(name: string, value: string): Promise<void> {
    this.settings.set(name, value);
  }

  /** Ledgers never change, so only the range needs to stay. Nothing protects it from pruning. */
  snapshot(): LedgerReader & { release(): void } {
    const { range } = this;
    return Object.create(this, { range: { value: range }, release: { value: () => {} } });
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.ledgerOf(ledgerIndex)?.header;
  }

  ledgerIndexOf(ledgerHash: Hash256): number | undefined {
    return this.ledgerHashes.get(ledgerHash);
  }

  entry(ledgerIndex: number, key: Hash256): Uint8Array | undefined {
    this.check(ledgerIndex);
    return this.state.get(ledgerIndex, key);
  }

  successor(ledgerIndex: number, key: Hash256, before?: Hash256): Hash256 | undefined {
    this.check(ledgerIndex);
    return this.state.successor(ledgerIndex, key, before);
  }

  entries(ledgerIndex: number, after: Hash256 = ""): Iterable<StateEntry> {
    this.check(ledgerIndex);
    return this.state.entries(ledgerIndex, after, undefined);
  }

  changedKeys(ledgerIndex: number): Iterable<Hash256> {
    this.check(ledgerIndex);
    return ledgerIndex === this.range!.first ? [] : this.state.changedKeys(ledgerIndex);
  }

  derived(ledgerIndex: number, key: Hex): Uint8Array | undefined {
    this.check(ledgerIndex);
    return this.derivedValues.get(ledgerIndex, key);
  }

  *derivedEntries(ledgerIndex: number, prefix: Hex): Iterable<{ key: Hex; bytes: Uint8Array }> {
    this.check(ledgerIndex);
    const exact = this.derivedValues.get(ledgerIndex, prefix);
    if (exact !== undefined) yield { key: prefix, bytes: exact };
    yield* this.derivedValues.entries(ledgerIndex, prefix, endOfPrefix(prefix));
  }

  transactionCount(ledgerIndex: number): number {
    return this.ledgerOf(ledgerIndex)?.transactions.length ?? 0;
  }

  transaction({ ledgerIndex, transactionIndex }: TransactionPlace): StoredTransaction | undefined {
    const transaction = this.ledgerOf(ledgerIndex)?.transactions[transactionIndex];
    if (transaction === undefined) return undefined;
    const { hash, blob, metadata } = transaction;
    return { ledgerIndex, transactionIndex, hash, blob, metadata };
  }

  *transactions(ledgerIndex: number, startAt = 0): Iterable<StoredTransaction> {
    for (let transactionIndex = startAt; ; transactionIndex++) {
      const transaction = this.transaction({ ledgerIndex, transactionIndex });
      if (transaction === undefined) return;
      yield transaction;
    }
  }

  transactionPlace(hash: Hash256): TransactionPlace | undefined {
    const place = this.places.get(hash);
    return place !== undefined && this.ledgerOf(place.ledgerIndex) !== undefined ? place : undefined;
  }

  *accountTransactions(account: AccountID, query: AccountTransactionsQuery): Iterable<TransactionPlace> {
    const { range } = this;
    if (range === undefined) return;
    const { startAt, forward } = query;
    const places = this.accounts.get(account) ?? [];
    let low: TransactionPlace = { ledgerIndex: Math.max(query.first, range.first), transactionIndex: 0 };
    let high: TransactionPlace = {
      ledgerIndex: Math.min(query.last, range.last),
      transactionIndex: Number.POSITIVE_INFINITY,
    };
    if (startAt !== undefined && forward && comparePlaces(startAt, low) > 0) low = startAt;
    if (startAt !== undefined && !forward && comparePlaces(startAt, high) < 0) high = startAt;
    const begin = countBelow(places, (place) => comparePlaces(place, low) < 0);
    const end = countBelow(places, (place) => comparePlaces(place, high) <= 0);
    for (let i = begin; i < end; i++) yield places[forward ? i : end - 1 - (i - begin)]!;
  }

  private add(header: LedgerHeader, transactions: KeptLedger["transactions"]): void {
    this.ledgers.set(header.ledgerIndex, { header, transactions });
    this.ledgerHashes.set(header.ledgerHash, header.ledgerIndex);
    this.kept = { first: this.kept?.first ?? header.ledgerIndex, last: header.ledgerIndex };
  }

  private putTreePages(pages: readonly Change[]): void {
    for (const { key, bytes } of pages) {
      if (bytes === undefined) this.treePages.delete(key);
      else this.treePages.set(key, bytes);
    }
  }

  private forget(ledgerIndex: number): void {
    const { header, transactions } = this.ledgers.get(ledgerIndex)!;
    this.ledgers.delete(ledgerIndex);
    this.ledgerHashes.delete(header.ledgerHash);
    for (const { hash, accounts } of transactions) {
      this.places.delete(hash);
      for (const account of accounts) this.accounts.get(account)?.shift();
    }
  }

  private ledgerOf(ledgerIndex: number): KeptLedger | undefined {
    const { range } = this;
    if (range === undefined || ledgerIndex < range.first || ledgerIndex > range.last) return undefined;
    return this.ledgers.get(ledgerIndex);
  }

  private check(ledgerIndex: number): void {
    const { range } = this;
    if (range === undefined || ledgerIndex < range.first || ledgerIndex > range.last) {
      throw new LedgerNotKept(ledgerIndex, range);
    }
  }
}

const comparePlaces = (a: TransactionPlace, b: TransactionPlace): number =>
  a.ledgerIndex - b.ledgerIndex || a.transactionIndex - b.transactionIndex;

/** Of places in order, how many come first that are below a bound. */
function countBelow(
  places: readonly TransactionPlace[],
  isBelow: (place: TransactionPlace) => boolean,
): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(places[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
