import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { keylet } from "../protocol/keylets.ts";
import type { LedgerEntry, LedgerHashes } from "../protocol/ledgerEntryFormats.ts";
import { importSnapshot as importState } from "../state/importSnapshot.ts";
import { type LedgerHeader, withLedgerHash } from "../state/ledgerHeader.ts";
import type { LedgerStore, StateEntry } from "../state/ledgerStore.ts";
import { newEntry, zeroHash } from "../state/newEntry.ts";
import { StateTree } from "../state/tree/stateTree.ts";
import { decodeEntry } from "./closedLedgerView.ts";
import { genesisResolution, nextResolution, roundCloseTime } from "./closeTime.ts";
import { derivedOfState } from "./derived/derivedIndexes.ts";
import { type Genesis, genesisEntries } from "./genesis.ts";

/**
 * Makes the first ledgers of a new chain. Ledger 1 has the genesis entries; ledger 2, the first that is kept, adds
 * the skip list that names it, as the reference does when it starts.
 *
 * @param now seconds since 2000-01-01; ledger 2's close time, rounded
 */
export async function importGenesis(
  store: LedgerStore,
  genesis: Genesis,
  now: number,
): Promise<LedgerHeader> {
  const entries = genesisEntries(genesis);
  const first = headerOver(entries, {
    ledgerIndex: 1,
    parentHash: zeroHash,
    totalDrops: genesis.totalDrops,
    closeTime: 0,
    parentCloseTime: 0,
    closeTimeResolution: genesisResolution,
  });
  const skipList = newEntry<LedgerHashes>(keylet.skipList(), {
    Hashes: [first.ledgerHash],
    LastLedgerSequence: 1,
  });
  const closeTimeResolution = nextResolution(genesisResolution, true, 2);
  const second = headerOver([...entries, skipList], {
    ledgerIndex: 2,
    parentHash: first.ledgerHash,
    totalDrops: genesis.totalDrops,
    closeTime: roundCloseTime(now, closeTimeResolution),
    parentCloseTime: 0,
    closeTimeResolution,
  });
  await importSnapshot(store, second, [...entries, skipList].map(serialized));
  return second;
}

/**
 * Puts a whole ledger into an empty store, to go on from there, with what is kept beside the state.
 * @throws SnapshotMismatch where the header does not fit to the entries, or its hash not to the header
 */
export const importSnapshot = (
  store: LedgerStore,
  header: LedgerHeader,
  entries: Iterable<StateEntry> | AsyncIterable<StateEntry>,
): Promise<void> =>
  importState(store, header, entries, (kept) => derivedOfState(decoded(kept), header.ledgerIndex));

function* decoded(entries: Iterable<StateEntry>): Generator<LedgerEntry> {
  for (const { key, bytes } of entries) yield decodeEntry(key, bytes);
}

const serialized = (entry: LedgerEntry): StateEntry => ({ key: entry.index, bytes: encodeObject(entry) });

function headerOver(
  entries: readonly LedgerEntry[],
  fields: Pick<
    LedgerHeader,
    "ledgerIndex" | "parentHash" | "totalDrops" | "closeTime" | "parentCloseTime" | "closeTimeResolution"
  >,
): LedgerHeader {
  const nothing = { treePage: () => undefined, has: () => false, firstKeyUnder: () => undefined };
  const { root } = new StateTree(nothing).update(entries.map(serialized));
  return withLedgerHash({ ...fields, accountHash: root, transactionHash: zeroHash, closeFlags: 0 });
}
