import { required, uint32 } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { defineTransaction } from "../transaction.ts";
import { deleteOffer } from "./deleteOffer.ts";

/** Takes back one of the sender's offers. One that is gone already (taken, expired) is no error. */
export const offerCancel = defineTransaction({
  type: "OfferCancel",
  code: 8,
  format: { OfferSequence: required(uint32) },

  preflight({ tx }) {
    if (!hasOnlyFlags(tx)) return "temINVALID_FLAG";
    return tx.OfferSequence === 0 ? "temBAD_SEQUENCE" : "tesSUCCESS";
  },

  preclaim({ tx, view }) {
    const account = view.read(keylet.account(tx.Account));
    if (account === undefined) return "terNO_ACCOUNT";
    return account.Sequence <= tx.OfferSequence ? "temBAD_SEQUENCE" : "tesSUCCESS";
  },

  apply({ tx, view }) {
    const offer = view.peek(keylet.offer(tx.Account, tx.OfferSequence));
    return offer === undefined ? "tesSUCCESS" : deleteOffer(view, offer);
  },
});
