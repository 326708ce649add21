import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag, lsfOneOwnerCount } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { SignerList } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../../protocol/types.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { removeFromOwnerDirectory } from "../ownerDirectory.ts";

/** Takes an account's signer list out of the ledger. tefBAD_LEDGER when the ledger contradicts itself. */
export function removeSignerList(view: ApplyView, account: AccountID, list: SignerList): EngineResult {
  if (!removeFromOwnerDirectory(view, account, list.OwnerNode, list.index, false)) return "tefBAD_LEDGER";
  const owner = view.peek(keylet.account(account));
  if (owner === undefined) return "tefBAD_LEDGER";
  adjustOwnerCount(view, owner, -ownerCountOf(list));
  view.erase(list);
  return "tesSUCCESS";
}

/** Lists from before a list counted as one object counted two, and one more for each signer. */
const ownerCountOf = (list: SignerList): number =>
  hasFlag(list.Flags, lsfOneOwnerCount) ? 1 : 2 + list.SignerEntries.length;
