import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { DepositPreauth } from "../../protocol/ledgerEntryFormats.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { removeFromOwnerDirectory } from "../ownerDirectory.ts";

/**
 * Takes a preauthorization out of the ledger, revoked or with its account. tefBAD_LEDGER when the ledger
 * contradicts itself.
 */
export function removeDepositPreauth(view: ApplyView, preauth: DepositPreauth): EngineResult {
  const { index, Account, OwnerNode } = preauth;
  if (!removeFromOwnerDirectory(view, Account, OwnerNode, index, false)) return "tefBAD_LEDGER";
  const owner = view.peek(keylet.account(Account));
  if (owner === undefined) return "tefINTERNAL";
  adjustOwnerCount(view, owner, -1);
  view.erase(preauth);
  return "tesSUCCESS";
}
