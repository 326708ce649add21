import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../../protocol/types.ts";
import type { Change, LedgerReader } from "../../state/ledgerStore.ts";
import type { ReadView } from "../../state/view.ts";
import type { Pace } from "../pace.ts";
import { BookCollector } from "./bookDirectory.ts";
import type { DerivedCollector } from "./derivedIndex.ts";
import { TotalsCollector } from "./issuerTotals.ts";

/** Everything that is kept beside the state. */
const collectors = (): DerivedCollector[] => [new BookCollector(), new TotalsCollector()];

/** What the collectors look at. Under one key there is only ever one type of entry. */
const isCollected = ({ LedgerEntryType }: Readonly<LedgerEntry>): boolean =>
  LedgerEntryType === "RippleState" || LedgerEntryType === "DirectoryNode";

/** Tells a collector of the changes that a view makes to the one below it. */
export function collect<C extends DerivedCollector>(
  collector: C,
  below: ReadView,
  changes: ReadonlyMap<Hash256, LedgerEntry | null>,
): C {
  for (const [key, entry] of changes) {
    if (entry === null || isCollected(entry)) collector.note(below.readKey(key), entry);
  }
  return collector;
}

/** The kept values that a new ledger changes. `parent` is the ledger before it, as `reader` has it. */
export async function derivedChanges(
  reader: LedgerReader,
  parent: ReadView,
  changes: ReadonlyMap<Hash256, LedgerEntry | null>,
  pace: Pace,
): Promise<Change[]> {
  const all = collectors();
  for (const [key, entry] of changes) {
    if (entry === null || isCollected(entry)) {
      const before = parent.readKey(key);
      for (const collector of all) collector.note(before, entry);
    }
    if (pace.isDue()) await pace.turn();
  }
  return all.flatMap((collector) => collector.changes(reader, parent.ledgerIndex + 1));
}

/** The kept values of a ledger that came whole: a genesis or a snapshot. */
export function derivedOfState(entries: Iterable<LedgerEntry>, ledgerIndex: number): Change[] {
  const all = collectors();
  for (const entry of entries) for (const collector of all) collector.note(undefined, entry);
  return all.flatMap((collector) => collector.changes(undefined, ledgerIndex));
}
