import type { Keylet } from "../protocol/keylets.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Drops, Hash256 } from "../protocol/types.ts";
import type { Rules } from "./rules.ts";

/** What a ledger charges, in drops. */
export interface Fees {
  /** Cost of the reference transaction. */
  readonly base: Drops;
  /** The reference transaction's cost in fee units: only ever shown. */
  readonly units: number;
  readonly reserveBase: Drops;
  readonly reserveIncrement: Drops;
}

/** What an account with this many owned objects must keep, in drops. */
export const accountReserve = (fees: Fees, ownerCount: number): Drops =>
  fees.reserveBase + fees.reserveIncrement * BigInt(ownerCount);

/** What a view knows of the ledger that it shows, or that is built on it. */
export interface BuildContext {
  /** Of the ledger shown, or of the one being built on top. */
  readonly ledgerIndex: number;
  readonly parentHash: Hash256;
  /** Seconds since 2000-01-01. Expirations are judged by it. */
  readonly parentCloseTime: number;
  /** True for the open ledger: transactions are tried there, metadata is not made. */
  readonly open: boolean;
  readonly rules: Rules;
  readonly fees: Fees;
}

/**
 * The state of a ledger, read only. Entries that come out of it are shared: never change one.
 *
 * Views stack: a sandbox reads through to the view below it. See Sandbox for the writable ones.
 */
export interface ReadView extends BuildContext {
  /** The entry, or undefined when there is none or it is of another kind. */
  read<T extends LedgerEntry>(keylet: Keylet<T>): Readonly<T> | undefined;
  /** The entry with this key, whatever its kind. */
  readKey(key: Hash256): Readonly<LedgerEntry> | undefined;
  has(keylet: Keylet): boolean;
  /** The smallest key after `key`, if it is below `before` (exclusive). */
  successor(key: Hash256, before?: Hash256): Hash256 | undefined;

  /**
   * The spendable balance that a payment in progress may count on: credits it made itself do not count.
   * Views that are not payment sandboxes return `balance` as it is.
   */
  balanceHook(account: AccountID, issuer: AccountID, balance: Amount): Amount;
  /** The owner count that a payment in progress must assume: the highest there has been. */
  ownerCountHook(account: AccountID, count: number): number;
}

/** What takes the finished changes of a sandbox: another sandbox, or the ledger being built. */
export interface ChangeSink {
  insert(entry: LedgerEntry): void;
  replace(entry: LedgerEntry): void;
  erase(entry: LedgerEntry): void;
  destroyDrops(drops: Drops): void;
}

/** A view that collects changes. */
export interface ApplyView extends ReadView, ChangeSink {
  /**
   * The entry to change in place. Its fields may be assigned; values inside fields (arrays, amounts) are shared
   * with older versions and must be replaced, not changed. An entry that ends up as it was is not modified.
   */
  peek<T extends LedgerEntry>(keylet: Keylet<T>): T | undefined;
  peekKey(key: Hash256): LedgerEntry | undefined;
  /**
   * Says that an entry from `peek` counts as touched even should nothing in it change: should another change thread
   * the transaction to it, the metadata then shows its fields too.
   */
  touch(entry: LedgerEntry): void;
  /** Adds a new entry; its key must be free. See {@link newEntry}. */
  insert(entry: LedgerEntry): void;
  /** Puts another object in the place of an entry, as it was changed in a sandbox above. */
  replace(entry: LedgerEntry): void;
  /** Removes an entry; its last fields, as given here, go into the metadata. */
  erase(entry: LedgerEntry): void;
  /** Takes drops out of existence: fees. */
  destroyDrops(drops: Drops): void;

  /** Told of each credit, so that a payment sandbox can hold it back. `before` is the sender's balance. */
  creditHook(from: AccountID, to: AccountID, amount: Amount, before: Amount): void;
  adjustOwnerCountHook(account: AccountID, current: number, next: number): void;
}
