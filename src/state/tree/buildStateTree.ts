import type { Hash256 } from "../../protocol/types.ts";
import type { StateEntry, TreePageChange } from "../ledgerStore.ts";
import { StateTree } from "./stateTree.ts";
import { emptyTreeRoot } from "./transactionTree.ts";

/**
 * Makes the tree of a whole state that has none yet.
 * @param entries every entry, by rising key; a 256th of them is held in memory
 * @param treePage reads back a page that was written
 * @returns the root
 */
export async function buildStateTree(
  entries: Iterable<StateEntry>,
  treePage: (path: string) => Uint8Array | undefined,
  write: (pages: readonly TreePageChange[]) => Promise<void>,
): Promise<Hash256> {
  /** The first key of each part: where a leaf of an earlier part is in the way, it is the only one under its path. */
  const firstKeys: Hash256[] = [];
  const tree = new StateTree({
    treePage,
    has: () => false,
    firstKeyUnder: (path) => firstKeys.find((key) => key.startsWith(path)),
  });
  let root = emptyTreeRoot;
  for (const part of partsByPrefix(entries)) {
    const update = tree.update(part);
    root = update.root;
    await write(update.pages);
    firstKeys.push(part[0]!.key);
  }
  return root;
}

function* partsByPrefix(entries: Iterable<StateEntry>): Iterable<StateEntry[]> {
  let part: StateEntry[] = [];
  for (const entry of entries) {
    if (part.length > 0 && !entry.key.startsWith(part[0]!.key.slice(0, 2))) {
      yield part;
      part = [];
    }
    part.push(entry);
  }
  if (part.length > 0) yield part;
}
