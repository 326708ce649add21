import { type Keylet, keylet } from "../protocol/keylets.ts";
import type { LedgerHashes } from "../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../protocol/types.ts";
import { newEntry } from "../state/newEntry.ts";
import type { ChangeSink, ReadView } from "../state/view.ts";

/** How many parents' hashes the recent list keeps, and how many ledgers lie between two in the others. */
export const skipInterval = 256;

/**
 * Notes the parent's hash in the ledger that is being closed: in the list of the last 256, and for every 256th
 * ledger in a list that stays.
 */
export function updateSkipLists(view: ReadView & ChangeSink): void {
  const parentIndex = view.ledgerIndex - 1;
  if (parentIndex % skipInterval === 0)
    note(view, keylet.skipListPage(parentIndex), Number.POSITIVE_INFINITY);
  note(view, keylet.skipList(), skipInterval);
}

function note(view: ReadView & ChangeSink, place: Keylet<LedgerHashes>, limit: number): void {
  const LastLedgerSequence = view.ledgerIndex - 1;
  const list = view.read(place);
  if (list === undefined) {
    view.insert(newEntry(place, { Hashes: [view.parentHash], LastLedgerSequence }));
    return;
  }
  const kept = list.Hashes.length >= limit ? list.Hashes.slice(1) : list.Hashes;
  view.replace({ ...list, Hashes: [...kept, view.parentHash], LastLedgerSequence });
}

/** The hash of an earlier ledger as this ledger's lists tell it; undefined where they do not reach. */
export function hashFromSkipLists(view: ReadView, ledgerIndex: number): Hash256 | undefined {
  if (ledgerIndex === view.ledgerIndex - 1) return view.parentHash;
  const recent = view.read(keylet.skipList());
  const found = recent === undefined ? undefined : hashIn(recent, ledgerIndex, 1);
  if (found !== undefined || ledgerIndex % skipInterval !== 0) return found;
  const page = view.read(keylet.skipListPage(ledgerIndex));
  return page === undefined ? undefined : hashIn(page, ledgerIndex, skipInterval);
}

function hashIn(list: Readonly<LedgerHashes>, ledgerIndex: number, step: number): Hash256 | undefined {
  const behind = ((list.LastLedgerSequence ?? 0) - ledgerIndex) / step;
  return behind >= 0 ? list.Hashes[list.Hashes.length - 1 - behind] : undefined;
}
