import { required, uint32 } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import { newEntry } from "../../state/newEntry.ts";
import { accountReserve } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasOnlyFlags, usesTicket } from "../commonChecks.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { defineTransaction } from "../transaction.ts";

const maximumCreated = 250;
const maximumOwned = 250;

/** Sets the account's next sequences aside as tickets, to be used later in any order. */
export const ticketCreate = defineTransaction({
  type: "TicketCreate",
  code: 10,
  amendment: "TicketBatch",
  format: { TicketCount: required(uint32) },

  consequences: (tx) => ({ sequencesConsumed: tx.TicketCount }),

  preflightFirst({ tx }) {
    if (!hasOnlyFlags(tx)) return "temINVALID_FLAG";
    return tx.TicketCount < 1 || tx.TicketCount > maximumCreated ? "temINVALID_COUNT" : "tesSUCCESS";
  },

  preflight: () => "tesSUCCESS",

  preclaim({ tx, view }) {
    const root = view.read(keylet.account(tx.Account));
    if (root === undefined) return "terNO_ACCOUNT";
    const used = usesTicket(tx) ? 1 : 0;
    const owned = (root.TicketCount ?? 0) + tx.TicketCount - used;
    return owned > maximumOwned ? "tecDIR_FULL" : "tesSUCCESS";
  },

  apply({ tx, view, priorBalance }) {
    const root = view.peek(keylet.account(tx.Account));
    if (root === undefined) return "tefINTERNAL";
    // The balance before the fee: the reserve may be dipped into to pay it.
    if (priorBalance < accountReserve(view.fees, root.OwnerCount + tx.TicketCount)) {
      return "tecINSUFFICIENT_RESERVE";
    }

    // Past this transaction's own sequence already.
    const first = root.Sequence;
    if (tx.Sequence !== 0 && tx.Sequence !== first - 1) return "tefINTERNAL";
    for (let sequence = first; sequence < first + tx.TicketCount; sequence += 1) {
      const ticket = keylet.ticket(tx.Account, sequence);
      const page = addToOwnerDirectory(view, tx.Account, ticket.key);
      if (page === undefined) return "tecDIR_FULL";
      view.insert(newEntry(ticket, { Account: tx.Account, OwnerNode: page, TicketSequence: sequence }));
    }

    root.TicketCount = (root.TicketCount ?? 0) + tx.TicketCount;
    adjustOwnerCount(view, root, tx.TicketCount);
    root.Sequence = first + tx.TicketCount;
    return "tesSUCCESS";
  },
});
