import { accountIDFromPublicKey, publicKeyAlgorithm } from "../../crypto/keyPair.ts";
import { accountID, optional } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfDisableMaster, lsfPasswordSpent, withFlag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Drops } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { defaultBaseFee } from "../baseFee.ts";
import { accountIn, hasOnlyFlags } from "../commonChecks.ts";
import { defineTransaction, type Transaction } from "../transaction.ts";

/** Sets or removes the account's second key. The master key may do it once for nothing. */
export const setRegularKey = defineTransaction({
  type: "SetRegularKey",
  code: 5,
  format: { RegularKey: optional(accountID) },

  baseFee,
  consequences: () => ({ isBlocker: true }),

  preflight({ tx }) {
    if (!hasOnlyFlags(tx)) return "temINVALID_FLAG";
    return tx.RegularKey === tx.Account ? "temBAD_REGKEY" : "tesSUCCESS";
  },

  apply({ tx, view }) {
    const root = view.peek(keylet.account(tx.Account));
    if (root === undefined) return "tefINTERNAL";

    // The free one is spent, whatever fee was offered, until the account is paid again.
    if (baseFee(tx, view) === 0n) root.Flags = withFlag(root.Flags, lsfPasswordSpent);

    if (tx.RegularKey === undefined) {
      const canSignOtherwise =
        !hasFlag(root.Flags, lsfDisableMaster) || view.has(keylet.signerList(tx.Account));
      if (!canSignOtherwise) return "tecNO_ALTERNATIVE_KEY";
    }
    root.RegularKey = tx.RegularKey === undefined ? undefined : accountIn(tx.RegularKey);
    return "tesSUCCESS";
  },
});

/** Nothing, for an account that fears for its secret and cannot pay, as long as it did not use that up. */
function baseFee(tx: Transaction, view: ReadView): Drops {
  const key = tx.SigningPubKey;
  if (publicKeyAlgorithm(key) !== undefined && accountIDFromPublicKey(key) === tx.Account) {
    const root = view.read(keylet.account(tx.Account));
    if (root !== undefined && !hasFlag(root.Flags, lsfPasswordSpent)) return 0n;
  }
  return defaultBaseFee(tx, view);
}
