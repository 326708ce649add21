import { publicKeyAlgorithm } from "../../crypto/keyPair.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { blob, required, uint8, uint32 } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { NegativeUNL } from "../../protocol/ledgerEntryFormats.ts";
import { newEntry } from "../../state/newEntry.ts";
import type { ApplyView } from "../../state/view.ts";
import { defineTransaction } from "../transaction.ts";
import { preclaimPseudo, preflightPseudo } from "./pseudoTransaction.ts";

/** The negative UNL changes at every 256th ledger. */
const flagLedgerInterval = 256;

/**
 * Proposes to count without a trusted validator for a while, or with it again. It takes effect with the next flag
 * ledger.
 */
export const unlModify = defineTransaction({
  type: "UNLModify",
  code: 102,
  isPseudo: true,
  format: {
    UNLModifyDisabling: required(uint8),
    LedgerSequence: required(uint32),
    UNLModifyValidator: required(blob),
  },

  preflight({ tx, rules }) {
    const result = preflightPseudo(tx);
    if (result !== "tesSUCCESS") return result;
    // Asked last, unlike with other types: so does the reference.
    return rules.enabled("NegativeUNL") ? "tesSUCCESS" : "temDISABLED";
  },
  preclaim: ({ view }) => preclaimPseudo(view),

  apply({ tx, view }) {
    if (view.ledgerIndex % flagLedgerInterval !== 0) return "tefFAILURE";
    if (tx.UNLModifyDisabling > 1 || tx.LedgerSequence !== view.ledgerIndex) return "tefFAILURE";
    const validator = tx.UNLModifyValidator;
    if (publicKeyAlgorithm(validator) === undefined) return "tefFAILURE";
    return propose(peekOrInsert(view), validator, tx.UNLModifyDisabling === 1);
  },
});

/** At most one validator to disable and one to re-enable at a time, and only what makes a difference. */
function propose(entry: NegativeUNL, validator: string, disabling: boolean): EngineResult {
  const same = disabling ? "ValidatorToDisable" : "ValidatorToReEnable";
  const opposite = disabling ? "ValidatorToReEnable" : "ValidatorToDisable";
  if (entry[same] !== undefined || entry[opposite] === validator) return "tefFAILURE";
  const isDisabled = (entry.DisabledValidators ?? []).some(
    ({ DisabledValidator }) => DisabledValidator.PublicKey === validator,
  );
  if (isDisabled === disabling) return "tefFAILURE";
  entry[same] = validator;
  return "tesSUCCESS";
}

function peekOrInsert(view: ApplyView): NegativeUNL {
  const known = view.peek(keylet.negativeUNL());
  if (known !== undefined) return known;
  const created = newEntry(keylet.negativeUNL(), {});
  view.insert(created);
  return created;
}
