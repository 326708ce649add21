import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Escrow } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../../protocol/types.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { removeFromOwnerDirectory } from "../ownerDirectory.ts";

/**
 * Ends an escrow: out of the ledger and both directories, and its amount to `beneficiary`, which exists.
 * tefBAD_LEDGER when the ledger contradicts itself.
 */
export function removeEscrow(view: ApplyView, escrow: Escrow, beneficiary: AccountID): EngineResult {
  const { index, Account, OwnerNode, Destination, DestinationNode } = escrow;
  if (!removeFromOwnerDirectory(view, Account, OwnerNode, index, true)) return "tefBAD_LEDGER";
  // Escrows from before destinations were told of them, and those to oneself, are in one directory only.
  if (DestinationNode !== undefined) {
    if (!removeFromOwnerDirectory(view, Destination, DestinationNode, index, true)) return "tefBAD_LEDGER";
  }
  const paid = view.peek(keylet.account(beneficiary));
  const owner = view.peek(keylet.account(Account));
  if (paid === undefined || owner === undefined) return "tefBAD_LEDGER";
  paid.Balance += escrow.Amount;
  adjustOwnerCount(view, owner, -1);
  view.erase(escrow);
  return "tesSUCCESS";
}
