import { buildStateTree } from "../../state/tree/buildStateTree.ts";
import { copyToKeep, isPresent, versionLedger } from "../versionRecord.ts";
import { metaKeys, readIndex, readMark } from "./meta.ts";
import { pruneOperations } from "./pruneOperations.ts";
import {
  allTables,
  isEntryKey,
  readBriefly,
  type Tables,
  treePageKey,
  type VersionedTables,
} from "./tables.ts";
import { UndoReader } from "./undoLog.ts";
import { VersionedTable } from "./versionedTable.ts";
import { type Operation, writeAtOnce, writeInSlices } from "./writer.ts";

/**
 * Takes back what a crash left half done: an import, or ledgers written in several transactions. Whoever fed them in
 * does so again.
 */
export async function rollBack(tables: Tables): Promise<void> {
  const { root, meta } = tables;
  if (readIndex(meta, metaKeys.importing) !== undefined) {
    for (const table of allTables(tables)) if (table !== meta) await table.clearAsync();
    await writeAtOnce(root, [{ table: meta, key: metaKeys.importing, value: undefined }]);
  }
  const mark = readMark(meta);
  if (mark === undefined) return;
  const removeMark = [{ table: meta, key: metaKeys.writing, value: undefined }];
  // The mark goes last, so ledgers that count as complete are complete.
  if (readIndex(meta, metaKeys.last) === mark.last) return writeAtOnce(root, removeMark);
  // The newest first: each one's records say what the one before it left.
  for (let ledgerIndex = mark.last; ledgerIndex >= mark.first; ledgerIndex--) {
    await writeInSlices(root, restoreOperations(tables.state, ledgerIndex));
    await writeInSlices(root, restoreOperations(tables.derived, ledgerIndex));
  }
  root.resetReadTxn();
  await rebuildTree(tables, mark.first - 1);
  for (let ledgerIndex = mark.last; ledgerIndex >= mark.first; ledgerIndex--) {
    await writeInSlices(root, pruneOperations(tables, ledgerIndex));
  }
  await writeAtOnce(root, removeMark);
  root.resetReadTxn();
}

/** Puts every version back that the ledger wrote over. */
function* restoreOperations(tables: VersionedTables, ledgerIndex: number): Iterable<Operation> {
  const { latest, removed, undo } = tables;
  for (const { key, version } of new UndoReader(undo, {}).records(ledgerIndex)) {
    const wasPresent = isPresent(version);
    const wasRemoved = !wasPresent && versionLedger(version) >= 0;
    yield { table: latest, key, value: wasPresent ? version : undefined };
    yield { table: removed, key, value: wasRemoved ? version : undefined };
  }
}

/** Makes the state tree anew: its pages may be the old or the new ones. Only after a crash in a large commit. */
async function rebuildTree(tables: Tables, ledgerIndex: number): Promise<void> {
  const { root, state } = tables;
  await writeInSlices(root, removeTreePages(tables));
  root.resetReadTxn();
  const table = new VersionedTable(state, {}, isEntryKey);
  await buildStateTree(
    table.entries(ledgerIndex, "", undefined, () => true),
    (path) => {
      const page = readBriefly(state.latest, treePageKey(path), {});
      return page === undefined ? undefined : copyToKeep(page);
    },
    async (pages) => {
      const operations = pages.map(({ key, bytes }) => {
        return { table: state.latest, key: treePageKey(key), value: bytes && Buffer.from(bytes) };
      });
      await writeInSlices(root, operations);
      root.resetReadTxn();
    },
  );
}

const keysAtOnce = 1_000;

function* removeTreePages({ state: { latest } }: Tables): Iterable<Operation> {
  let start: Buffer | undefined;
  for (;;) {
    const from = start === undefined ? {} : { start, exclusiveStart: true };
    const keys = [...latest.getKeys({ ...from, limit: keysAtOnce })];
    for (const key of keys) if (!isEntryKey(key)) yield { table: latest, key, value: undefined };
    if (keys.length < keysAtOnce) return;
    start = keys.at(-1)!;
  }
}
