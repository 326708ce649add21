import { sha512Half } from "../../src/protocol/digests.ts";
import type { Hash256 } from "../../src/protocol/types.ts";
import type { LedgerReader, StoredTransaction } from "../../src/state/ledgerStore.ts";

export const testKey = (n: number | string): Hash256 => sha512Half(Buffer.from(`key ${n}`));
export const testAccount = (n: number | string): string => testKey(`account ${n}`).slice(0, 40);
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
export const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString();

/** As an object of its own properties, whatever the store makes of them. */
export const plain = ({ ledgerIndex, transactionIndex, hash, blob, metadata }: StoredTransaction) => ({
  ledgerIndex,
  transactionIndex,
  hash,
  blob,
  metadata,
});

/** Everything that can be read of a store, to compare: with another one, or with itself at another time. */
export function contentsOf(store: LedgerReader) {
  const { range } = store;
  const ledgers = [];
  for (let index = range?.first ?? 1; index <= (range?.last ?? 0); index++) {
    ledgers.push({
      header: store.header(index),
      entries: [...store.entries(index)].map(({ key, bytes }) => `${key} ${textOf(bytes)}`),
      changed: [...store.changedKeys(index)],
      derived: [...store.derivedEntries(index, "")].map(({ key, bytes }) => `${key} ${textOf(bytes)}`),
      transactions: Array.from(store.transactions(index), plain),
      places: [...store.transactions(index)].map(({ hash }) => store.transactionPlace(hash)),
    });
  }
  const query = { first: 0, last: 1_000, forward: true };
  const accounts = [0, 1, 2, 3].map((i) => [...store.accountTransactions(testAccount(i), query)]);
  return { range, ledgers, accounts };
}
