import type { NotTec } from "../../protocol/engineResults.ts";
import { accountID, amount, blob, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfRequireDestTag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Hex } from "../../protocol/types.ts";
import { newEntry } from "../../state/newEntry.ts";
import { accountReserve } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasOnlyFlags, sequenceOrTicket } from "../commonChecks.ts";
import { isAfter } from "../expiration.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { defineTransaction } from "../transaction.ts";
import { parseCondition } from "./cryptoCondition.ts";
import { ConditionError } from "./derReader.ts";

/** Sets native currency aside for a destination, until a time, or until somebody shows a secret. */
export const escrowCreate = defineTransaction({
  type: "EscrowCreate",
  code: 1,
  amendment: "Escrow",
  format: {
    Destination: required(accountID),
    Amount: required(amount),
    Condition: optional(blob),
    CancelAfter: optional(uint32),
    FinishAfter: optional(uint32),
    DestinationTag: optional(uint32),
  },

  consequences: ({ Amount }) => ({ potentialSpend: typeof Amount === "bigint" ? Amount : 0n }),

  preflightFirst: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),

  preflight({ tx }) {
    const { Amount, CancelAfter, FinishAfter, Condition } = tx;
    if (typeof Amount !== "bigint" || Amount <= 0n) return "temBAD_AMOUNT";
    if (CancelAfter === undefined && FinishAfter === undefined) return "temBAD_EXPIRATION";
    if (CancelAfter !== undefined && FinishAfter !== undefined && CancelAfter <= FinishAfter) {
      return "temBAD_EXPIRATION";
    }
    // With neither it could be finished at once, which would be a payment.
    if (FinishAfter === undefined && Condition === undefined) return "temMALFORMED";
    return Condition === undefined ? "tesSUCCESS" : checkCondition(Condition);
  },

  apply({ tx, view }) {
    const { Account, Destination, CancelAfter, FinishAfter } = tx;
    const Amount = tx.Amount as bigint; // preflight saw to it
    const now = view.parentCloseTime;
    if (CancelAfter !== undefined && isAfter(now, CancelAfter)) return "tecNO_PERMISSION";
    if (FinishAfter !== undefined && isAfter(now, FinishAfter)) return "tecNO_PERMISSION";

    const root = view.peek(keylet.account(Account));
    if (root === undefined) return "tefINTERNAL";
    // The balance after the fee: unlike other objects, an escrow may not use the reserve to pay it.
    const reserve = accountReserve(view.fees, root.OwnerCount + 1);
    if (root.Balance < reserve) return "tecINSUFFICIENT_RESERVE";
    if (root.Balance < reserve + Amount) return "tecUNFUNDED";

    const destination = view.read(keylet.account(Destination));
    if (destination === undefined) return "tecNO_DST";
    const tagMissing = hasFlag(destination.Flags, lsfRequireDestTag) && tx.DestinationTag === undefined;
    if (tagMissing) return "tecDST_TAG_NEEDED";

    const escrow = keylet.escrow(Account, sequenceOrTicket(tx));
    const ownerPage = addToOwnerDirectory(view, Account, escrow.key);
    if (ownerPage === undefined) return "tecDIR_FULL";
    let destinationPage: bigint | undefined;
    if (Destination !== Account) {
      destinationPage = addToOwnerDirectory(view, Destination, escrow.key);
      if (destinationPage === undefined) return "tecDIR_FULL";
    }
    view.insert(
      newEntry(escrow, {
        Account,
        Destination,
        Amount,
        Condition: tx.Condition,
        CancelAfter,
        FinishAfter,
        SourceTag: tx.SourceTag,
        DestinationTag: tx.DestinationTag,
        OwnerNode: ownerPage,
        DestinationNode: destinationPage,
      }),
    );
    root.Balance -= Amount;
    adjustOwnerCount(view, root, 1);
    return "tesSUCCESS";
  },
});

function checkCondition(condition: Hex): NotTec {
  try {
    parseCondition(condition);
    return "tesSUCCESS";
  } catch (error) {
    if (error instanceof ConditionError) return "temMALFORMED";
    throw error;
  }
}
