import { accountID, required, uint32 } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { isAfter } from "../expiration.ts";
import { defineTransaction } from "../transaction.ts";
import { removeEscrow } from "./removeEscrow.ts";

/** Gives an escrow back to who made it. Anyone may do so once its CancelAfter has passed. */
export const escrowCancel = defineTransaction({
  type: "EscrowCancel",
  code: 4,
  amendment: "Escrow",
  format: { Owner: required(accountID), OfferSequence: required(uint32) },

  preflightFirst: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),
  preflight: () => "tesSUCCESS",

  apply({ tx, view }) {
    const escrow = view.peek(keylet.escrow(tx.Owner, tx.OfferSequence));
    if (escrow === undefined) return "tecNO_TARGET";
    const { CancelAfter } = escrow;
    if (CancelAfter === undefined || !isAfter(view.parentCloseTime, CancelAfter)) return "tecNO_PERMISSION";
    return removeEscrow(view, escrow, escrow.Account);
  },
});
