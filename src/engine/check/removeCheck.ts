import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Check } from "../../protocol/ledgerEntryFormats.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { removeFromOwnerDirectory } from "../ownerDirectory.ts";

/** Takes a check out of the ledger, cashed or cancelled. tefBAD_LEDGER when the ledger contradicts itself. */
export function removeCheck(view: ApplyView, check: Check): EngineResult {
  const { index, Account, OwnerNode, Destination, DestinationNode } = check;
  if (Destination !== Account) {
    if (!removeFromOwnerDirectory(view, Destination, DestinationNode, index, true)) return "tefBAD_LEDGER";
  }
  if (!removeFromOwnerDirectory(view, Account, OwnerNode, index, true)) return "tefBAD_LEDGER";
  const writer = view.peek(keylet.account(Account));
  if (writer === undefined) return "tefBAD_LEDGER";
  adjustOwnerCount(view, writer, -1);
  view.erase(check);
  return "tesSUCCESS";
}
