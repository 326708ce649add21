import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Ticket } from "../../protocol/ledgerEntryFormats.ts";
import { dirRemove } from "../../state/directory.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";

/**
 * Takes a ticket out of the ledger, because it is used or its owner goes away. tefBAD_LEDGER when the ledger
 * contradicts itself.
 */
export function removeTicket(view: ApplyView, ticket: Ticket): EngineResult {
  const owner = view.peek(keylet.account(ticket.Account));
  const isListed = dirRemove(
    view,
    keylet.ownerDirectory(ticket.Account),
    ticket.OwnerNode,
    ticket.index,
    true,
  );
  if (!isListed || owner?.TicketCount === undefined) return "tefBAD_LEDGER";
  owner.TicketCount = owner.TicketCount === 1 ? undefined : owner.TicketCount - 1;
  adjustOwnerCount(view, owner, -1);
  view.erase(ticket);
  return "tesSUCCESS";
}
