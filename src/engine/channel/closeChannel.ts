import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { PayChannel } from "../../protocol/ledgerEntryFormats.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasExpired } from "../expiration.ts";
import { removeFromOwnerDirectory } from "../ownerDirectory.ts";

/** True when the channel's time is over: any transaction that touches it then closes it. */
export const isChannelOver = (channel: Readonly<PayChannel>, parentCloseTime: number): boolean =>
  hasExpired(channel.CancelAfter, parentCloseTime) || hasExpired(channel.Expiration, parentCloseTime);

/**
 * Takes a channel out of the ledger. What was not paid out goes back to its owner. tefBAD_LEDGER when the ledger
 * contradicts itself.
 */
export function closeChannel(view: ApplyView, channel: PayChannel): EngineResult {
  const { index, Account, OwnerNode, Destination, DestinationNode } = channel;
  if (!removeFromOwnerDirectory(view, Account, OwnerNode, index, true)) return "tefBAD_LEDGER";
  // Channels from before destinations were told of them are in one directory only.
  if (DestinationNode !== undefined) {
    if (!removeFromOwnerDirectory(view, Destination, DestinationNode, index, true)) return "tefBAD_LEDGER";
  }
  const owner = view.peek(keylet.account(Account));
  if (owner === undefined) return "tefINTERNAL";
  owner.Balance += channel.Amount - channel.Balance;
  adjustOwnerCount(view, owner, -1);
  view.erase(channel);
  return "tesSUCCESS";
}
