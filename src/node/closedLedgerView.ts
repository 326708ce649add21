import type { BookIndex } from "../engine/path/bookIndex.ts";
import { decodeObject } from "../protocol/codec/decodeObject.ts";
import { type Keylet, keylet, keyletMatches } from "../protocol/keylets.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, SerializedObject } from "../protocol/types.ts";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import type { LedgerReader, StateEntry } from "../state/ledgerStore.ts";
import { Rules } from "../state/rules.ts";
import type { Fees } from "../state/view.ts";
import { storedBooks } from "./derived/bookDirectory.ts";
import { type IssuerTotals, rememberedTotals, storedTotals } from "./derived/issuerTotals.ts";
import type { EntryCache } from "./entryCache.ts";
import type { Ledger, LedgerTransaction } from "./ledger.ts";
import { StoredLedgerTransaction, sortedByHash } from "./ledgerTransaction.ts";

/** Decodes an entry as the store keeps it. */
export const decodeEntry = (key: Hash256, bytes: Uint8Array): LedgerEntry =>
  ({ index: key, ...decodeObject<SerializedObject>(bytes) }) as unknown as LedgerEntry;

/** A closed ledger, read from the store. */
export class ClosedLedgerView implements Ledger {
  readonly header: LedgerHeader;
  readonly ledgerIndex: number;
  readonly parentHash: Hash256;
  readonly parentCloseTime: number;
  readonly open = false;
  readonly isValidated = true;
  readonly rules: Rules;
  readonly fees: Fees;
  private readonly reader: LedgerReader;
  private readonly cache: EntryCache;
  private knownTotals: IssuerTotals | undefined;

  /**
   * @param fees in force while the ledger has no FeeSettings entry
   * @param before an earlier ledger whose rules and fees are shared where they are the same
   */
  constructor(
    reader: LedgerReader,
    cache: EntryCache,
    header: LedgerHeader,
    fees: Fees,
    before?: ClosedLedgerView,
  ) {
    this.reader = reader;
    this.cache = cache;
    this.header = header;
    this.ledgerIndex = header.ledgerIndex;
    this.parentHash = header.parentHash;
    this.parentCloseTime = header.parentCloseTime;
    this.rules = this.rulesAfter(before);
    this.fees = this.feesAfter(fees, before);
  }

  frozen(): Ledger {
    return this;
  }

  books(): BookIndex {
    return storedBooks(this.reader, this.ledgerIndex);
  }

  totals(): IssuerTotals {
    this.knownTotals ??= rememberedTotals(storedTotals(this.reader, this.ledgerIndex));
    return this.knownTotals;
  }

  get hash(): Hash256 {
    return this.header.ledgerHash;
  }

  read<T extends LedgerEntry>(wanted: Keylet<T>): Readonly<T> | undefined {
    const entry = this.readKey(wanted.key);
    return entry !== undefined && keyletMatches(wanted, entry as LedgerEntry) ? (entry as T) : undefined;
  }

  readKey(key: Hash256): Readonly<LedgerEntry> | undefined {
    const cached = this.cache.get(key, this.ledgerIndex);
    if (cached !== undefined) return cached ?? undefined;
    const bytes = this.reader.entry(this.ledgerIndex, key);
    const entry = bytes === undefined ? null : decodeEntry(key, bytes);
    // What an older ledger has may have changed since: only the newest one's entries are shared.
    if (this.ledgerIndex === this.reader.range?.last) this.cache.add(key, entry, this.ledgerIndex);
    return entry ?? undefined;
  }

  has(wanted: Keylet): boolean {
    return this.read(wanted) !== undefined;
  }

  successor(key: Hash256, before?: Hash256): Hash256 | undefined {
    return this.reader.successor(this.ledgerIndex, key, before);
  }

  readBytes(key: Hash256): Uint8Array | undefined {
    return this.reader.entry(this.ledgerIndex, key);
  }

  entries(after?: Hash256): Iterable<StateEntry> {
    return this.reader.entries(this.ledgerIndex, after);
  }

  transactions(): readonly LedgerTransaction[] {
    return sortedByHash(this.transactionsInOrder());
  }

  *transactionsInOrder(): Iterable<LedgerTransaction> {
    for (const stored of this.reader.transactions(this.ledgerIndex))
      yield new StoredLedgerTransaction(stored);
  }

  transactionCount(): number {
    return this.reader.transactionCount(this.ledgerIndex);
  }

  transaction(hash: Hash256): LedgerTransaction | undefined {
    const place = this.reader.transactionPlace(hash);
    if (place?.ledgerIndex !== this.ledgerIndex) return undefined;
    const stored = this.reader.transaction(place);
    return stored === undefined ? undefined : new StoredLedgerTransaction(stored);
  }

  balanceHook(_account: AccountID, _issuer: AccountID, balance: Amount): Amount {
    return balance;
  }

  ownerCountHook(_account: AccountID, count: number): number {
    return count;
  }

  private rulesAfter(before: ClosedLedgerView | undefined): Rules {
    const entry = this.read(keylet.amendments());
    const isSame = before !== undefined && before.read(keylet.amendments()) === entry;
    return isSame ? before.rules : new Rules(entry?.Amendments ?? []);
  }

  private feesAfter(given: Fees, before: ClosedLedgerView | undefined): Fees {
    const entry = this.read(keylet.fees());
    if (before !== undefined && before.read(keylet.fees()) === entry) return before.fees;
    if (entry === undefined) return given;
    return {
      base: entry.BaseFee,
      units: entry.ReferenceFeeUnits,
      reserveBase: BigInt(entry.ReserveBase),
      reserveIncrement: BigInt(entry.ReserveIncrement),
    };
  }
}
