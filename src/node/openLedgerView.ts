import type { AppliedTransaction } from "../engine/applyTransaction.ts";
import type { BookIndex } from "../engine/path/bookIndex.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import type { Keylet } from "../protocol/keylets.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256 } from "../protocol/types.ts";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import type { StateEntry } from "../state/ledgerStore.ts";
import { zeroHash } from "../state/newEntry.ts";
import type { OpenView } from "../state/openView.ts";
import type { Rules } from "../state/rules.ts";
import type { Fees } from "../state/view.ts";
import type { ClosedLedgerView } from "./closedLedgerView.ts";
import { BookCollector } from "./derived/bookDirectory.ts";
import { collect } from "./derived/derivedIndexes.ts";
import { type IssuerTotals, TotalsCollector } from "./derived/issuerTotals.ts";
import type { Ledger, LedgerTransaction } from "./ledger.ts";
import { AppliedLedgerTransaction, sortedByHash } from "./ledgerTransaction.ts";

/** The open ledger as commands see it. It shows whatever has been applied when it is read. */
export class OpenLedgerView implements Ledger {
  readonly open = true;
  readonly hash = undefined;
  readonly isValidated = false;
  readonly header: LedgerHeader;
  private readonly view: OpenView<AppliedTransaction>;
  private readonly closed: ClosedLedgerView;

  constructor(view: OpenView<AppliedTransaction>, closed: ClosedLedgerView) {
    this.view = view;
    this.closed = closed;
    this.header = {
      ...closed.header,
      ledgerIndex: view.ledgerIndex,
      ledgerHash: zeroHash,
      parentHash: view.parentHash,
      parentCloseTime: view.parentCloseTime,
      accountHash: zeroHash,
      transactionHash: zeroHash,
    };
  }

  frozen(): Ledger {
    return new OpenLedgerView(this.view.copy(), this.closed);
  }

  books(): BookIndex {
    return collect(new BookCollector(), this.closed, this.view.changes).after(this.closed.books());
  }

  totals(): IssuerTotals {
    return collect(new TotalsCollector(), this.closed, this.view.changes).after(this.closed.totals());
  }

  get ledgerIndex(): number {
    return this.view.ledgerIndex;
  }
  get parentHash(): Hash256 {
    return this.view.parentHash;
  }
  get parentCloseTime(): number {
    return this.view.parentCloseTime;
  }
  get rules(): Rules {
    return this.view.rules;
  }
  get fees(): Fees {
    return this.view.fees;
  }

  read<T extends LedgerEntry>(wanted: Keylet<T>): Readonly<T> | undefined {
    return this.view.read(wanted);
  }
  readKey(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.view.readKey(key);
  }
  has(wanted: Keylet): boolean {
    return this.view.has(wanted);
  }
  successor(key: Hash256, before?: Hash256): Hash256 | undefined {
    return this.view.successor(key, before);
  }

  readBytes(key: Hash256): Uint8Array | undefined {
    const changed = this.view.changes.get(key);
    if (changed === undefined) return this.closed.readBytes(key);
    return changed === null ? undefined : encodeObject(changed);
  }

  *entries(after = ""): Iterable<StateEntry> {
    const changes = [...this.view.changes]
      .filter(([key]) => key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    let at = 0;
    const upTo = function* (end: Hash256 | undefined): Iterable<StateEntry> {
      for (; at < changes.length && (end === undefined || changes[at]![0] < end); at++) {
        const [key, entry] = changes[at]!;
        if (entry !== null) yield { key, bytes: encodeObject(entry) };
      }
    };
    for (const entry of this.closed.entries(after === "" ? undefined : after)) {
      yield* upTo(entry.key);
      if (changes[at]?.[0] !== entry.key) yield entry;
    }
    yield* upTo(undefined);
  }

  transactions(): readonly LedgerTransaction[] {
    const transactions: LedgerTransaction[] = [];
    for (const applied of this.view.transactions.values()) {
      transactions.push(new AppliedLedgerTransaction(applied, this.ledgerIndex));
    }
    return sortedByHash(transactions);
  }

  transactionCount(): number {
    return this.view.transactions.size;
  }

  transaction(hash: Hash256): LedgerTransaction | undefined {
    const applied = this.view.transactions.get(hash);
    return applied === undefined ? undefined : new AppliedLedgerTransaction(applied, this.ledgerIndex);
  }

  balanceHook(account: AccountID, issuer: AccountID, balance: Amount): Amount {
    return this.view.balanceHook(account, issuer, balance);
  }
  ownerCountHook(account: AccountID, count: number): number {
    return this.view.ownerCountHook(account, count);
  }
}
