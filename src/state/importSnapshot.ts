import { type LedgerHeader, ledgerHash } from "./ledgerHeader.ts";
import type { Change, LedgerStore, StateEntry } from "./ledgerStore.ts";
import { buildStateTree } from "./tree/buildStateTree.ts";

/** Entries that come in no order are sorted so many at a time. */
const entriesAtOnce = 20_000;

/** A snapshot's header does not belong to its state, or to its own hash. */
export class SnapshotMismatch extends Error {
  override readonly name = "SnapshotMismatch";
}

/**
 * Fills an empty store with one whole ledger. The state may come in any order; it is never in memory as a whole.
 * @param derivedOf the values to keep beside the state, computed from its entries in order of their keys
 * @throws SnapshotMismatch when the header's hash or the state's root is not what the header says
 */
export async function importSnapshot(
  store: LedgerStore,
  header: LedgerHeader,
  state: Iterable<StateEntry> | AsyncIterable<StateEntry>,
  derivedOf: (entries: Iterable<StateEntry>) => readonly Change[] = () => [],
): Promise<void> {
  const hash = ledgerHash(header);
  if (hash !== header.ledgerHash) {
    throw new SnapshotMismatch(`the header hashes to ${hash}, and says ${header.ledgerHash}`);
  }
  const target = store.importLedger(header);
  let batch: StateEntry[] = [];
  for await (const entry of state) {
    batch.push(entry);
    if (batch.length < entriesAtOnce) continue;
    await target.add(batch);
    batch = [];
  }
  await target.add(batch);
  const root = await buildStateTree(
    target.entries(),
    (path) => store.treePage(path),
    (pages) => target.addTreePages(pages),
  );
  if (root !== header.accountHash) {
    throw new SnapshotMismatch(`the state's root is ${root}, and the header says ${header.accountHash}`);
  }
  await target.addDerived(derivedOf(target.entries()));
  await target.finish();
}
