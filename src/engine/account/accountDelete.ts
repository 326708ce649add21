import type { EngineResult } from "../../protocol/engineResults.ts";
import { accountID, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfPasswordSpent, lsfRequireDestTag, withoutFlag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { LedgerEntry, LedgerEntryType } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Drops } from "../../protocol/types.ts";
import { dirDeleteIfEmpty, dirEntries } from "../../state/directory.ts";
import type { ApplyView, ReadView } from "../../state/view.ts";
import { defaultBaseFee } from "../baseFee.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { mayDeposit } from "../deposit/depositAuthorization.ts";
import { removeDepositPreauth } from "../deposit/removeDepositPreauth.ts";
import { deleteOffer } from "../offer/deleteOffer.ts";
import { removeSignerList } from "../signers/removeSignerList.ts";
import { removeTicket } from "../ticket/removeTicket.ts";
import { defineTransaction, type Transaction } from "../transaction.ts";

/** So far the account's sequence must lag behind the ledger, or old transactions could come back to life. */
const sequenceLag = 255;
const maximumEntriesDeleted = 1000;

/**
 * Deletes the sender's account, with what only concerns itself (offers, tickets, signer list, preauthorizations),
 * and sends what is left of its money to another one. Anything else it owns is an obligation and is in the way.
 */
export const accountDelete = defineTransaction({
  type: "AccountDelete",
  code: 21,
  amendment: "DeletableAccounts",
  format: { Destination: required(accountID), DestinationTag: optional(uint32) },

  baseFee,
  consequences: () => ({ isBlocker: true }),

  preflightFirst: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),

  preflight: ({ tx }) => (tx.Account === tx.Destination ? "temDST_IS_SRC" : "tesSUCCESS"),

  preclaim({ tx, view }) {
    const destination = view.read(keylet.account(tx.Destination));
    if (destination === undefined) return "tecNO_DST";
    const tagMissing = hasFlag(destination.Flags, lsfRequireDestTag) && tx.DestinationTag === undefined;
    if (tagMissing) return "tecDST_TAG_NEEDED";
    if (!mayDeposit(view, tx.Account, destination)) return "tecNO_PERMISSION";

    const root = view.read(keylet.account(tx.Account));
    if (root === undefined) return "terNO_ACCOUNT";
    if (root.Sequence + sequenceLag > view.ledgerIndex) return "tecTOO_SOON";
    return checkOwned(view, tx.Account);
  },

  apply({ tx, view, sourceBalance, deliver }) {
    const source = view.peek(keylet.account(tx.Account));
    const destination = view.peek(keylet.account(tx.Destination));
    if (source === undefined || destination === undefined) return "tefBAD_LEDGER";

    const result = deleteOwned(view, tx.Account);
    if (result !== "tesSUCCESS") return result;

    destination.Balance += sourceBalance;
    source.Balance -= sourceBalance;
    deliver(sourceBalance);

    const owned = keylet.ownerDirectory(tx.Account);
    if (view.has(owned) && !dirDeleteIfEmpty(view, owned)) return "tecHAS_OBLIGATIONS";

    // Whoever is paid may set a regular key for nothing again.
    if (sourceBalance > 0n) destination.Flags = withoutFlag(destination.Flags, lsfPasswordSpent);
    view.erase(source);
    return "tesSUCCESS";
  },
});

/** One object's reserve: an account costs every node room, and its removal costs them work. */
function baseFee(tx: Transaction, view: ReadView): Drops {
  const { base, units, reserveIncrement } = view.fees;
  if (base === 0n) return defaultBaseFee(tx, view);
  // By way of whole fee units, which cut off a remainder.
  const cost = (reserveIncrement * BigInt(units)) / base;
  return (cost * base) / BigInt(units);
}

/** What concerns its owner only, and so goes with the account. */
const deletableTypes: ReadonlySet<LedgerEntryType> = new Set([
  "Offer",
  "SignerList",
  "Ticket",
  "DepositPreauth",
]);

/** Is all that the account owns of a deletable type, and not too much for one transaction? */
function checkOwned(view: ReadView, account: AccountID): EngineResult {
  let count = 0;
  for (const key of dirEntries(view, keylet.ownerDirectory(account))) {
    const entry = view.readKey(key);
    if (entry === undefined) return "tefBAD_LEDGER";
    if (!deletableTypes.has(entry.LedgerEntryType)) return "tecHAS_OBLIGATIONS";
    count += 1;
    if (count > maximumEntriesDeleted) return "tefTOO_BIG";
  }
  return "tesSUCCESS";
}

/** Deletes all that the account owns, page by page from the directory's first: the order shows in the metadata. */
function deleteOwned(view: ApplyView, account: AccountID): EngineResult {
  const root = keylet.ownerDirectory(account);
  let page = view.peek(root);
  while (page !== undefined) {
    for (const key of page.Indexes) {
      const entry = view.peekKey(key);
      if (entry === undefined) return "tefBAD_LEDGER";
      const result = deleteEntry(view, account, entry);
      if (result !== "tesSUCCESS") return result;
    }
    // An emptied page is out of the ledger by now, but still names the one that came after it.
    const next: bigint = page.IndexNext ?? 0n;
    page = next === 0n ? undefined : view.peek(keylet.directoryPage(root.key, next));
  }
  return "tesSUCCESS";
}

function deleteEntry(view: ApplyView, account: AccountID, entry: LedgerEntry): EngineResult {
  switch (entry.LedgerEntryType) {
    case "Offer":
      return deleteOffer(view, entry);
    case "SignerList":
      return removeSignerList(view, account, entry);
    case "Ticket":
      return removeTicket(view, entry);
    case "DepositPreauth":
      return removeDepositPreauth(view, entry);
    default:
      return "tecHAS_OBLIGATIONS";
  }
}
