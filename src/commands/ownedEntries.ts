import { type Keylet, keylet } from "../protocol/keylets.ts";
import type { DirectoryNode, LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import type { ReadView } from "../state/view.ts";

/** Where a walk over an owner directory goes on: after this entry, which should be in this page. */
export interface ResumePoint {
  readonly after: Hash256;
  readonly page: bigint;
}

/**
 * Shows `visit` the entries that an account owns, in the order of its directory, until it has taken `wanted` of
 * them (it returns whether it took the entry; at least one is taken, whatever `wanted` says).
 * @returns false where `resume` names an entry that the directory does not have.
 */
export function visitOwned(
  view: ReadView,
  account: AccountID,
  resume: ResumePoint | undefined,
  wanted: number,
  visit: (entry: Readonly<LedgerEntry>) => boolean,
): boolean {
  const root = keylet.ownerDirectory(account);
  let isFound = resume === undefined;
  let taken = 0;
  let page = view.read(resume === undefined ? root : startPage(view, root, resume));
  while (page !== undefined) {
    for (const key of page.Indexes) {
      if (!isFound) {
        isFound = key === resume!.after;
        continue;
      }
      const entry = view.readKey(key);
      if (entry !== undefined && visit(entry) && ++taken >= wanted) return true;
    }
    page = nextPage(view, root, page);
  }
  return isFound;
}

/** The page that has the entry, else the first. */
function startPage(
  view: ReadView,
  root: Keylet<DirectoryNode>,
  { after, page }: ResumePoint,
): Keylet<DirectoryNode> {
  const hinted = keylet.directoryPage(root.key, page);
  return view.read(hinted)?.Indexes.includes(after) ? hinted : root;
}

function nextPage(
  view: ReadView,
  root: Keylet<DirectoryNode>,
  { IndexNext = 0n }: Readonly<DirectoryNode>,
): Readonly<DirectoryNode> | undefined {
  return IndexNext === 0n ? undefined : view.read(keylet.directoryPage(root.key, IndexNext));
}

/** All entries that an account owns, in the order of its directory. */
export function* ownedEntries(view: ReadView, account: AccountID): Generator<Readonly<LedgerEntry>> {
  const root = keylet.ownerDirectory(account);
  for (let page = view.read(root); page !== undefined; page = nextPage(view, root, page)) {
    for (const key of page.Indexes) {
      const entry = view.readKey(key);
      if (entry !== undefined) yield entry;
    }
  }
}
