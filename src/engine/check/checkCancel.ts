import { hash256, required } from "../../protocol/fieldKinds.ts";
import type { Keylet } from "../../protocol/keylets.ts";
import type { Check } from "../../protocol/ledgerEntryFormats.ts";
import type { Hash256 } from "../../protocol/types.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { hasExpired } from "../expiration.ts";
import { defineTransaction } from "../transaction.ts";
import { removeCheck } from "./removeCheck.ts";

/** Removes an uncashed check. Its writer or receiver may do so; once it has expired, anyone may. */
export const checkCancel = defineTransaction({
  type: "CheckCancel",
  code: 18,
  amendment: "Checks",
  format: { CheckID: required(hash256) },

  preflight: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),

  preclaim({ tx, view }) {
    const check = view.read(checkKey(tx.CheckID));
    if (check === undefined) return "tecNO_ENTRY";
    if (hasExpired(check.Expiration, view.parentCloseTime)) return "tesSUCCESS";
    const isParty = tx.Account === check.Account || tx.Account === check.Destination;
    return isParty ? "tesSUCCESS" : "tecNO_PERMISSION";
  },

  apply({ tx, view }) {
    const check = view.peek(checkKey(tx.CheckID));
    return check === undefined ? "tecNO_ENTRY" : removeCheck(view, check);
  },
});

const checkKey = (key: Hash256): Keylet<Check> => ({ type: "Check", key });
