import type { AppliedTransaction } from "../engine/applyTransaction.ts";
import type { Transaction } from "../engine/transaction.ts";
import { decodeObject } from "../protocol/codec/decodeObject.ts";
import { serializedResult, serializedTransactionType } from "../protocol/codec/serializedType.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { StoredTransaction } from "../state/ledgerStore.ts";
import type { Metadata } from "../state/metadata.ts";
import { sortFew } from "../state/sortFew.ts";
import { nibbleAt } from "../state/tree/nodeHashes.ts";
import type { LedgerTransaction } from "./ledger.ts";

/** A transaction out of the store, decoded when somebody looks. */
export class StoredLedgerTransaction implements LedgerTransaction {
  private readonly stored: StoredTransaction;
  private decodedTx: Transaction | undefined;
  private decodedMetadata: Metadata | undefined;

  constructor(stored: StoredTransaction) {
    this.stored = stored;
  }

  get hash(): Hash256 {
    return this.stored.hash;
  }
  get blob(): Uint8Array {
    return this.stored.blob;
  }
  get metadataBlob(): Uint8Array {
    return this.stored.metadata;
  }
  get ledgerIndex(): number {
    return this.stored.ledgerIndex;
  }
  get transactionIndex(): number {
    return this.stored.transactionIndex;
  }
  get tx(): Transaction {
    this.decodedTx ??= decodeObject<Transaction & object>(this.stored.blob) as Transaction;
    return this.decodedTx;
  }
  get metadata(): Metadata {
    this.decodedMetadata ??= decodeObject(this.stored.metadata) as unknown as Metadata;
    return this.decodedMetadata;
  }
  get type(): string {
    return serializedTransactionType(this.stored.blob);
  }
  get result(): EngineResult {
    return serializedResult(this.stored.metadata);
  }
}

/** What closing adds to a transaction. */
interface ClosedPart {
  /** Serialized. */
  readonly metadata: Uint8Array;
  readonly transactionIndex: number;
}

/** A transaction that was applied here, in the open ledger or in one that was just closed. */
export class AppliedLedgerTransaction implements LedgerTransaction {
  readonly ledgerIndex: number;
  private readonly applied: AppliedTransaction;
  private readonly closed: ClosedPart | undefined;
  private decodedMetadata: Metadata | undefined;

  constructor(applied: AppliedTransaction, ledgerIndex: number, closed?: ClosedPart) {
    this.applied = applied;
    this.ledgerIndex = ledgerIndex;
    this.closed = closed;
  }

  get hash(): Hash256 {
    return this.applied.hash;
  }
  get blob(): Uint8Array {
    return this.applied.blob;
  }
  get tx(): Transaction {
    return this.applied.tx;
  }
  get type(): string {
    return this.applied.tx.TransactionType;
  }
  get result(): EngineResult {
    return this.applied.result;
  }
  get metadata(): Metadata | undefined {
    if (this.closed === undefined) return undefined;
    this.decodedMetadata ??= decodeObject(this.closed.metadata) as unknown as Metadata;
    return this.decodedMetadata;
  }
  get transactionIndex(): number | undefined {
    return this.closed?.transactionIndex;
  }
  get metadataBlob(): Uint8Array | undefined {
    return this.closed?.metadata;
  }
}

/** Parts that a long list is dealt out to before each is sorted: by the first three digits of the hash. */
const parts = 4096;
const longList = 256;

/** In order of their hashes. These are as good as random, so that each part of a long list is a handful. */
export function sortedByHash<T extends { readonly hash: Hash256 }>(transactions: Iterable<T>): T[] {
  const all = [...transactions];
  if (all.length < longList) return all.sort(byHash);
  const dealt = new Array<T[] | undefined>(parts).fill(undefined);
  for (const transaction of all) {
    const { hash } = transaction;
    const part = (nibbleAt(hash, 0) << 8) | (nibbleAt(hash, 1) << 4) | nibbleAt(hash, 2);
    const there = dealt[part];
    if (there === undefined) dealt[part] = [transaction];
    else there.push(transaction);
  }
  let at = 0;
  for (const part of dealt) {
    if (part !== undefined) for (const transaction of sortFew(part, byHash)) all[at++] = transaction;
  }
  return all;
}

/** Orders by hash, for sort(). */
const byHash = (a: { readonly hash: Hash256 }, b: { readonly hash: Hash256 }): number =>
  a.hash === b.hash ? 0 : a.hash < b.hash ? -1 : 1;
