import type { EngineResult } from "../../protocol/engineResults.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { DirectoryNode, Offer } from "../../protocol/ledgerEntryFormats.ts";
import { dirRemove } from "../../state/directory.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";

/**
 * Takes an offer out of the ledger: out of its owner's directory, its book, and its owner's count.
 *
 * `offer` came from `peek` of the same view. tefBAD_LEDGER when a directory does not know the offer.
 */
export function deleteOffer(view: ApplyView, offer: Offer): EngineResult {
  const owner = offer.Account;
  if (!dirRemove(view, keylet.ownerDirectory(owner), offer.OwnerNode, offer.index, false)) {
    return "tefBAD_LEDGER";
  }
  const book: Keylet<DirectoryNode> = { type: "DirectoryNode", key: offer.BookDirectory };
  if (!dirRemove(view, book, offer.BookNode, offer.index, false)) return "tefBAD_LEDGER";

  const ownerRoot = view.peek(keylet.account(owner));
  if (ownerRoot !== undefined) adjustOwnerCount(view, ownerRoot, -1);
  view.erase(offer);
  return "tesSUCCESS";
}
