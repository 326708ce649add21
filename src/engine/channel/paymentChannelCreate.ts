import { publicKeyAlgorithm } from "../../crypto/keyPair.ts";
import { accountID, amount, blob, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfRequireDestTag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import { newEntry } from "../../state/newEntry.ts";
import { accountReserve } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasOnlyFlags, sequenceOrTicket } from "../commonChecks.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { defineTransaction } from "../transaction.ts";

/** Sets native currency aside for one destination, which then claims parts of it with its owner's signatures. */
export const paymentChannelCreate = defineTransaction({
  type: "PaymentChannelCreate",
  code: 13,
  amendment: "PayChan",
  format: {
    Destination: required(accountID),
    Amount: required(amount),
    SettleDelay: required(uint32),
    PublicKey: required(blob),
    CancelAfter: optional(uint32),
    DestinationTag: optional(uint32),
  },

  consequences: ({ Amount }) => ({ potentialSpend: typeof Amount === "bigint" ? Amount : 0n }),

  preflightFirst: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),

  preflight({ tx }) {
    if (typeof tx.Amount !== "bigint" || tx.Amount <= 0n) return "temBAD_AMOUNT";
    if (tx.Account === tx.Destination) return "temDST_IS_SRC";
    return publicKeyAlgorithm(tx.PublicKey) === undefined ? "temMALFORMED" : "tesSUCCESS";
  },

  preclaim({ tx, view }) {
    const root = view.read(keylet.account(tx.Account));
    if (root === undefined) return "terNO_ACCOUNT";
    // The balance before the fee, as preclaim sees it.
    const reserve = accountReserve(view.fees, root.OwnerCount + 1);
    if (root.Balance < reserve) return "tecINSUFFICIENT_RESERVE";
    if (root.Balance < reserve + (tx.Amount as bigint)) return "tecUNFUNDED";

    const destination = view.read(keylet.account(tx.Destination));
    if (destination === undefined) return "tecNO_DST";
    const tagMissing = hasFlag(destination.Flags, lsfRequireDestTag) && tx.DestinationTag === undefined;
    return tagMissing ? "tecDST_TAG_NEEDED" : "tesSUCCESS";
  },

  apply({ tx, view }) {
    const { Account, Destination } = tx;
    const Amount = tx.Amount as bigint; // preflight saw to it
    const root = view.peek(keylet.account(Account));
    if (root === undefined) return "tefINTERNAL";

    const channel = keylet.payChannel(Account, Destination, sequenceOrTicket(tx));
    const ownerPage = addToOwnerDirectory(view, Account, channel.key);
    if (ownerPage === undefined) return "tecDIR_FULL";
    const destinationPage = addToOwnerDirectory(view, Destination, channel.key);
    if (destinationPage === undefined) return "tecDIR_FULL";
    view.insert(
      newEntry(channel, {
        Account,
        Destination,
        Amount,
        Balance: 0n,
        PublicKey: tx.PublicKey,
        SettleDelay: tx.SettleDelay,
        CancelAfter: tx.CancelAfter,
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
