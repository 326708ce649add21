import { accountID, blob, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import { defaultBaseFee } from "../baseFee.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { mayDeposit } from "../deposit/depositAuthorization.ts";
import { isAfter } from "../expiration.ts";
import { defineTransaction } from "../transaction.ts";
import { fulfills } from "./cryptoCondition.ts";
import { removeEscrow } from "./removeEscrow.ts";

/** Pays an escrow out to its destination. Anyone may do so once it is due, with the secret if there is one. */
export const escrowFinish = defineTransaction({
  type: "EscrowFinish",
  code: 2,
  amendment: "Escrow",
  format: {
    Owner: required(accountID),
    OfferSequence: required(uint32),
    Fulfillment: optional(blob),
    Condition: optional(blob),
  },

  /** Checking a fulfillment costs 32 base fees more, and one for each 16 bytes of it. */
  baseFee(tx, view) {
    const usual = defaultBaseFee(tx, view);
    if (tx.Fulfillment === undefined) return usual;
    const bytes = tx.Fulfillment.length / 2;
    return usual + view.fees.base * BigInt(32 + Math.floor(bytes / 16));
  },

  preflightFirst: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),

  // Whether the two match is for apply to say: a wrong secret pays for the work it made.
  preflight: ({ tx }) =>
    (tx.Condition === undefined) === (tx.Fulfillment === undefined) ? "tesSUCCESS" : "temMALFORMED",

  apply({ tx, view }) {
    const escrow = view.peek(keylet.escrow(tx.Owner, tx.OfferSequence));
    if (escrow === undefined) return "tecNO_TARGET";
    const { FinishAfter, CancelAfter, Condition, Destination } = escrow;
    const now = view.parentCloseTime;
    if (FinishAfter !== undefined && !isAfter(now, FinishAfter)) return "tecNO_PERMISSION";
    if (CancelAfter !== undefined && isAfter(now, CancelAfter)) return "tecNO_PERMISSION";

    if (tx.Condition !== undefined && !fulfills(tx.Fulfillment ?? "", tx.Condition)) {
      return "tecCRYPTOCONDITION_ERROR";
    }
    if (tx.Condition !== Condition) return "tecCRYPTOCONDITION_ERROR";

    // An escrow cannot create its destination's account.
    const destination = view.read(keylet.account(Destination));
    if (destination === undefined) return "tecNO_DST";
    if (!mayDeposit(view, tx.Account, destination)) return "tecNO_PERMISSION";
    return removeEscrow(view, escrow, Destination);
  },
});
