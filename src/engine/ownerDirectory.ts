import { keylet } from "../protocol/keylets.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import { dirInsert, dirRemove } from "../state/directory.ts";
import type { ApplyView } from "../state/view.ts";

/**
 * Lists an entry among those that belong to an account. Returns the page, which the entry keeps (OwnerNode or
 * DestinationNode), or undefined when the directory is full: tecDIR_FULL.
 */
export const addToOwnerDirectory = (view: ApplyView, owner: AccountID, key: Hash256): bigint | undefined =>
  dirInsert(view, keylet.ownerDirectory(owner), key, { Owner: owner });

/**
 * Takes an entry off an account's list. `keepRoot` leaves the first page in the ledger when it becomes empty:
 * which types of entry do so is part of the protocol. False when the page does not list the entry: the ledger
 * contradicts itself, tefBAD_LEDGER.
 */
export const removeFromOwnerDirectory = (
  view: ApplyView,
  owner: AccountID,
  page: bigint,
  key: Hash256,
  keepRoot: boolean,
): boolean => dirRemove(view, keylet.ownerDirectory(owner), page, key, keepRoot);
