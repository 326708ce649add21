import { publicKeyAlgorithm } from "../crypto/keyPair.ts";
import { accountZero } from "../protocol/currency.ts";
import type { NotTec } from "../protocol/engineResults.ts";
import type { Rules } from "../state/rules.ts";
import { accountIn, isLegalAmount, usesTicket } from "./commonChecks.ts";
import { transactionDefinition } from "./registry.ts";
import type { SignedTransaction } from "./signedTransaction.ts";
import type { ApplyFlags, Transaction } from "./transaction.ts";

/**
 * Checks a transaction without a ledger: is its type enabled, are its fields sensible?
 *
 * The answer depends on the transaction and the rules alone, and neither changes once it is made: a transaction that
 * passed when it was submitted is not looked at again when its ledger closes.
 *
 * Signatures are not checked here: whoever takes a transaction in has done so, on another thread.
 * Source: the reference's Transactor.cpp, preflight0 and preflight1, then the type's own checks.
 */
export function preflight(transaction: SignedTransaction, rules: Rules, flags: ApplyFlags): NotTec {
  if (transaction.wellFormedUnder === rules) return "tesSUCCESS";
  const result = checkForm(transaction, rules, flags);
  if (result === "tesSUCCESS" && !flags.dryRun) transaction.wellFormedUnder = rules;
  return result;
}

function checkForm({ tx, hash }: SignedTransaction, rules: Rules, flags: ApplyFlags): NotTec {
  const definition = transactionDefinition(tx.TransactionType);
  if (definition === undefined) return "temUNKNOWN";
  if (definition.amendment !== undefined && !rules.enabled(definition.amendment)) return "temDISABLED";
  const context = { tx, hash, rules, flags };
  const first = definition.preflightFirst?.(context) ?? "tesSUCCESS";
  if (first !== "tesSUCCESS") return first;
  if (!definition.isPseudo) {
    const common = checkCommonFields(tx, rules);
    if (common !== "tesSUCCESS") return common;
  }
  return definition.preflight(context);
}

function checkCommonFields(tx: Transaction, rules: Rules): NotTec {
  if (tx.TicketSequence !== undefined && !rules.enabled("TicketBatch")) return "temMALFORMED";
  if (accountIn(tx.Account) === accountZero) return "temBAD_SRC_ACCOUNT";
  if (typeof tx.Fee !== "bigint" || tx.Fee < 0n || !isLegalAmount(tx.Fee)) return "temBAD_FEE";
  if (tx.SigningPubKey !== "" && publicKeyAlgorithm(tx.SigningPubKey) === undefined)
    return "temBAD_SIGNATURE";
  // AccountTxnID orders transactions more than a sequence does, tickets less: they do not go together.
  if (usesTicket(tx) && tx.AccountTxnID !== undefined) return "temINVALID";
  return "tesSUCCESS";
}
