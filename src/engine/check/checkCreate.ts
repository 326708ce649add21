import { isPositive } from "../../protocol/amounts/arithmetic.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { badCurrency } from "../../protocol/currency.ts";
import { accountID, amount, hash256, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfHighFreeze, lsfLowFreeze, lsfRequireDestTag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID } from "../../protocol/types.ts";
import { newEntry } from "../../state/newEntry.ts";
import { accountReserve, type ReadView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasOnlyFlags, isLegalAmount, sequenceOrTicket } from "../commonChecks.ts";
import { hasExpired } from "../expiration.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { defineTransaction } from "../transaction.ts";
import { isGlobalFrozen } from "../trust/freeze.ts";

/** Writes a check: its destination may take up to SendMax from the sender, later and if the money is there. */
export const checkCreate = defineTransaction({
  type: "CheckCreate",
  code: 16,
  amendment: "Checks",
  format: {
    Destination: required(accountID),
    SendMax: required(amount),
    Expiration: optional(uint32),
    DestinationTag: optional(uint32),
    InvoiceID: optional(hash256),
  },

  preflight({ tx }) {
    if (!hasOnlyFlags(tx)) return "temINVALID_FLAG";
    if (tx.Account === tx.Destination) return "temREDUNDANT";
    if (!isLegalAmount(tx.SendMax) || !isPositive(tx.SendMax)) return "temBAD_AMOUNT";
    if (typeof tx.SendMax !== "bigint" && tx.SendMax.currency === badCurrency) return "temBAD_CURRENCY";
    return tx.Expiration === 0 ? "temBAD_EXPIRATION" : "tesSUCCESS";
  },

  preclaim({ tx, view }) {
    const destination = view.read(keylet.account(tx.Destination));
    if (destination === undefined) return "tecNO_DST";
    const tagMissing = hasFlag(destination.Flags, lsfRequireDestTag) && tx.DestinationTag === undefined;
    if (tagMissing) return "tecDST_TAG_NEEDED";
    if (typeof tx.SendMax !== "bigint" && isAnyFrozen(view, tx.Account, tx.Destination, tx.SendMax)) {
      return "tecFROZEN";
    }
    return hasExpired(tx.Expiration, view.parentCloseTime) ? "tecEXPIRED" : "tesSUCCESS";
  },

  apply({ tx, view, priorBalance }) {
    const { Account, Destination } = tx;
    const root = view.peek(keylet.account(Account));
    if (root === undefined) return "tefINTERNAL";
    // The balance before the fee: the reserve may be dipped into to pay it.
    if (priorBalance < accountReserve(view.fees, root.OwnerCount + 1)) return "tecINSUFFICIENT_RESERVE";

    const sequence = sequenceOrTicket(tx);
    const check = keylet.check(Account, sequence);
    const destinationPage = addToOwnerDirectory(view, Destination, check.key);
    if (destinationPage === undefined) return "tecDIR_FULL";
    const ownerPage = addToOwnerDirectory(view, Account, check.key);
    if (ownerPage === undefined) return "tecDIR_FULL";
    view.insert(
      newEntry(check, {
        Account,
        Destination,
        SendMax: tx.SendMax,
        Sequence: sequence,
        OwnerNode: ownerPage,
        DestinationNode: destinationPage,
        Expiration: tx.Expiration,
        InvoiceID: tx.InvoiceID,
        SourceTag: tx.SourceTag,
        DestinationTag: tx.DestinationTag,
      }),
    );
    adjustOwnerCount(view, root, 1);
    return "tesSUCCESS";
  },
});

/** A check needs no trust lines yet, but those that are there must not be frozen against it. */
function isAnyFrozen(
  view: ReadView,
  source: AccountID,
  destination: AccountID,
  { currency, issuer }: IssuedAmount,
): boolean {
  return (
    isGlobalFrozen(view, issuer) ||
    hasFrozen(view, issuer, source, currency) ||
    hasFrozen(view, destination, issuer, currency)
  );
}

/** Whether `account` has frozen the line that it shares with `other`. */
function hasFrozen(view: ReadView, account: AccountID, other: AccountID, currency: string): boolean {
  if (account === other) return false;
  const line = view.read(keylet.line(account, other, currency));
  return line !== undefined && hasFlag(line.Flags, account > other ? lsfHighFreeze : lsfLowFreeze);
}
