import { type Keylet, keyletMatches } from "../protocol/keylets.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256 } from "../protocol/types.ts";
import type { ReadView } from "./view.ts";
import { ViewContext } from "./viewContext.ts";

/** So many answers are remembered; then it begins anew. */
const answersKept = 250_000;

/**
 * A view that never changes, with a memory: what was read of it once is not asked for again. For work that reads the
 * same entries over and over, such as a search for payment paths.
 */
export class RememberingView extends ViewContext implements ReadView {
  private readonly base: ReadView;
  private readonly entries = new Map<Hash256, Readonly<LedgerEntry> | null>();
  private readonly successors = new Map<string, Hash256 | undefined>();

  constructor(base: ReadView) {
    super(base);
    this.base = base;
  }

  read<T extends LedgerEntry>(wanted: Keylet<T>): Readonly<T> | undefined {
    const entry = this.readKey(wanted.key);
    return entry !== undefined && keyletMatches(wanted, entry as LedgerEntry) ? (entry as T) : undefined;
  }

  readKey(key: Hash256): Readonly<LedgerEntry> | undefined {
    let entry = this.entries.get(key);
    if (entry === undefined) {
      entry = this.base.readKey(key) ?? null;
      if (this.entries.size >= answersKept) this.entries.clear();
      this.entries.set(key, entry);
    }
    return entry ?? undefined;
  }

  has(wanted: Keylet): boolean {
    return this.read(wanted) !== undefined;
  }

  successor(key: Hash256, before?: Hash256): Hash256 | undefined {
    const question = before === undefined ? key : key + before;
    if (this.successors.has(question)) return this.successors.get(question);
    const next = this.base.successor(key, before);
    if (this.successors.size >= answersKept) this.successors.clear();
    this.successors.set(question, next);
    return next;
  }

  balanceHook(account: AccountID, issuer: AccountID, balance: Amount): Amount {
    return this.base.balanceHook(account, issuer, balance);
  }

  ownerCountHook(account: AccountID, count: number): number {
    return this.base.ownerCountHook(account, count);
  }
}
