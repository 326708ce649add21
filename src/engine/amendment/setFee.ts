import { optional, required, uint32, uint64 } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import { newEntry } from "../../state/newEntry.ts";
import { defineTransaction } from "../transaction.ts";
import { preclaimPseudo, preflightPseudo } from "./pseudoTransaction.ts";

/** Sets what transactions cost and what accounts must keep, as the validators voted. All in drops. */
export const setFee = defineTransaction({
  type: "SetFee",
  code: 101,
  isPseudo: true,
  format: {
    LedgerSequence: optional(uint32),
    BaseFee: required(uint64),
    ReferenceFeeUnits: required(uint32),
    ReserveBase: required(uint32),
    ReserveIncrement: required(uint32),
  },

  preflight: ({ tx }) => preflightPseudo(tx),
  preclaim: ({ view }) => preclaimPseudo(view),

  apply({ tx, view }) {
    const { BaseFee, ReferenceFeeUnits, ReserveBase, ReserveIncrement } = tx;
    const fees = { BaseFee, ReferenceFeeUnits, ReserveBase, ReserveIncrement };
    const entry = view.peek(keylet.fees());
    if (entry === undefined) view.insert(newEntry(keylet.fees(), fees));
    else Object.assign(entry, fees);
    return "tesSUCCESS";
  },
});
