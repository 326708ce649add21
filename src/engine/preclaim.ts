import { accountIDFromPublicKey, publicKeyAlgorithm } from "../crypto/keyPair.ts";
import type { EngineResult, NotTec } from "../protocol/engineResults.ts";
import { hasFlag, lsfDisableMaster } from "../protocol/flags.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot } from "../protocol/ledgerEntryFormats.ts";
import type { Drops } from "../protocol/types.ts";
import type { OpenView } from "../state/openView.ts";
import type { ReadView } from "../state/view.ts";
import { isLegalAmount } from "./commonChecks.ts";
import { minimumFee } from "./minimumFee.ts";
import { preflight } from "./preflight.ts";
import { transactionDefinition } from "./registry.ts";
import type { SignedTransaction } from "./signedTransaction.ts";
import { checkSigners } from "./signers/checkSigners.ts";
import type { ApplyFlags, Transaction } from "./transaction.ts";

/**
 * Checks a transaction against a ledger, changing nothing: preflight, then sequence or ticket, prior transaction,
 * last ledger, fee, the right to sign, and the type's own conditions.
 *
 * tesSUCCESS or a tec: it is likely to claim its fee. Source: the reference's Transactor.cpp and applySteps.cpp.
 */
export function preclaim(transaction: SignedTransaction, view: OpenView, flags: ApplyFlags): EngineResult {
  const wellFormed = preflight(transaction, view.rules, flags);
  if (wellFormed !== "tesSUCCESS") return wellFormed;
  return preclaimAfterPreflight(transaction, view, flags);
}

/** As {@link preclaim}, for a transaction that passed preflight under the same rules. */
export function preclaimAfterPreflight(
  transaction: SignedTransaction,
  view: OpenView,
  flags: ApplyFlags,
): EngineResult {
  const { tx, hash } = transaction;
  const definition = transactionDefinition(tx.TransactionType);
  if (definition === undefined) return "temUNKNOWN";
  if (!definition.isPseudo) {
    const account = view.read(keylet.account(tx.Account));
    if (account === undefined) return "terNO_ACCOUNT";
    const common =
      failure(checkSequence(tx, account, view)) ??
      failure(checkPriorAndLastLedger(transaction, account, view)) ??
      failure(checkFee(tx, account, view)) ??
      // A trial may come unsigned.
      (flags.dryRun && isUnsigned(tx) ? undefined : failure(checkSigningRight(tx, account, view)));
    if (common !== undefined) return common;
  }
  return definition.preclaim?.({ tx, hash, view, rules: view.rules, flags }) ?? "tesSUCCESS";
}

const isUnsigned = ({ SigningPubKey, Signers }: Transaction): boolean =>
  SigningPubKey === "" && Signers === undefined;

const failure = <R extends EngineResult>(result: R): R | undefined =>
  result === "tesSUCCESS" ? undefined : result;

/** A sequence must be the account's next one; a ticket must exist. */
export function checkSequence(tx: Transaction, account: Readonly<AccountRoot>, view: ReadView): NotTec {
  const next = account.Sequence;
  const ticket = tx.TicketSequence;
  if (tx.Sequence !== 0 || ticket === undefined) {
    if (ticket !== undefined) return "temSEQ_AND_TICKET";
    if (tx.Sequence === next) return "tesSUCCESS";
    return tx.Sequence > next ? "terPRE_SEQ" : "tefPAST_SEQ";
  }
  // The transaction that makes the ticket may still be on its way.
  if (ticket >= next) return "terPRE_TICKET";
  return view.has(keylet.ticket(tx.Account, ticket)) ? "tesSUCCESS" : "tefNO_TICKET";
}

/**
 * AccountTxnID must name the account's last transaction, LastLedgerSequence must not be past, and the ledger must not have
 * the transaction yet.
 */
export function checkPriorAndLastLedger(
  { tx, hash }: SignedTransaction,
  account: Readonly<AccountRoot>,
  view: OpenView,
): NotTec {
  if (tx.AccountTxnID !== undefined && tx.AccountTxnID !== account.AccountTxnID) return "tefWRONG_PRIOR";
  if (tx.LastLedgerSequence !== undefined && view.ledgerIndex > tx.LastLedgerSequence) return "tefMAX_LEDGER";
  return view.hasTransaction(hash) ? "tefALREADY" : "tesSUCCESS";
}

/** The fee must suffice for the open ledger, and the account must have it. */
export function checkFee(tx: Transaction, account: Readonly<AccountRoot>, view: ReadView): EngineResult {
  const paid: Drops = tx.Fee;
  if (paid < 0n || !isLegalAmount(paid)) return "temBAD_FEE";
  if (view.open && paid < minimumFee(tx, view)) return "telINSUF_FEE_P";
  if (paid === 0n || account.Balance >= paid) return "tesSUCCESS";
  return account.Balance > 0n && !view.open ? "tecINSUFF_FEE" : "terINSUF_FEE_B";
}

function checkSigningRight(tx: Transaction, account: Readonly<AccountRoot>, view: ReadView): NotTec {
  if (tx.SigningPubKey === "") return checkSigners(tx, view);
  if (publicKeyAlgorithm(tx.SigningPubKey) === undefined) return "tefBAD_AUTH";
  const signer = accountIDFromPublicKey(tx.SigningPubKey);
  if (signer === account.RegularKey) return "tesSUCCESS";
  if (signer !== account.Account) return "tefBAD_AUTH";
  return hasFlag(account.Flags, lsfDisableMaster) ? "tefMASTER_DISABLED" : "tesSUCCESS";
}
