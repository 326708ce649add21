import { keylet } from "../protocol/keylets.ts";
import type { ChangeSink, ReadView } from "../state/view.ts";

/**
 * Carries out what the last 256 ledgers have agreed on about validators: the one to disable joins the list, the one to
 * re-enable leaves it. To be called first thing when a flag ledger is built.
 *
 * Source: updateNegativeUNL in the reference's Ledger.cpp.
 */
export function settleNegativeUNL(view: ReadView & ChangeSink): void {
  const entry = view.read(keylet.negativeUNL());
  if (entry === undefined) return;
  const { ValidatorToDisable: toDisable, ValidatorToReEnable: toReEnable } = entry;
  if (toDisable === undefined && toReEnable === undefined) return;
  const disabled = (entry.DisabledValidators ?? []).filter(
    ({ DisabledValidator }) => DisabledValidator.PublicKey !== toReEnable,
  );
  if (toDisable !== undefined) {
    disabled.push({
      DisabledValidator: { PublicKey: toDisable, FirstLedgerSequence: view.ledgerIndex },
    });
  }
  if (disabled.length === 0) {
    view.erase({ ...entry });
    return;
  }
  view.replace({
    ...entry,
    DisabledValidators: disabled,
    ValidatorToDisable: undefined,
    ValidatorToReEnable: undefined,
  });
}
