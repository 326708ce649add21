import { hash256, required, uint32 } from "../../protocol/fieldKinds.ts";
import { hasFlag, tfGotMajority, tfLostMajority } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Amendments } from "../../protocol/ledgerEntryFormats.ts";
import { newEntry } from "../../state/newEntry.ts";
import type { ApplyView } from "../../state/view.ts";
import { defineTransaction } from "../transaction.ts";
import { preclaimPseudo, preflightPseudo } from "./pseudoTransaction.ts";

/**
 * Notes that an amendment has got a majority of the validators, that it lost it, or (with neither flag) that it is
 * in force from the next ledger on.
 */
export const enableAmendment = defineTransaction({
  type: "EnableAmendment",
  code: 100,
  isPseudo: true,
  format: { LedgerSequence: required(uint32), Amendment: required(hash256) },

  preflight: ({ tx }) => preflightPseudo(tx),
  preclaim: ({ view }) => preclaimPseudo(view),

  apply({ tx, view }) {
    const entry = peekOrInsert(view);
    const enabled = entry.Amendments ?? [];
    if (enabled.includes(tx.Amendment)) return "tefALREADY";

    const got = hasFlag(tx.Flags, tfGotMajority);
    const lost = hasFlag(tx.Flags, tfLostMajority);
    if (got && lost) return "temINVALID_FLAG";

    const majorities = entry.Majorities ?? [];
    const others = majorities.filter(({ Majority }) => Majority.Amendment !== tx.Amendment);
    const hadMajority = others.length < majorities.length;
    if (got && hadMajority) return "tefALREADY";
    if (lost && !hadMajority) return "tefALREADY";

    if (got) {
      others.push({ Majority: { Amendment: tx.Amendment, CloseTime: view.parentCloseTime } });
    } else if (!lost) {
      entry.Amendments = [...enabled, tx.Amendment];
    }
    entry.Majorities = others.length > 0 ? others : undefined;
    return "tesSUCCESS";
  },
});

function peekOrInsert(view: ApplyView): Amendments {
  const known = view.peek(keylet.amendments());
  if (known !== undefined) return known;
  const created = newEntry(keylet.amendments(), {});
  view.insert(created);
  return created;
}
