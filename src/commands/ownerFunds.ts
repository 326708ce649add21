import type { Transaction } from "../engine/transaction.ts";
import { accountFunds } from "../engine/trust/accountFunds.ts";
import type { Ledger } from "../node/ledger.ts";
import { amountToText } from "../protocol/amounts/amountText.ts";
import { issuerOf } from "../protocol/amounts/issue.ts";
import type { Amount } from "../protocol/types.ts";
import type { JsonObject } from "./json.ts";

/** `{owner_funds}`: what the maker of an offer has of the money it offers, unless that is its own; else nothing. */
export function ownerFundsJson(tx: Transaction, ledger: Ledger): JsonObject {
  if (tx.TransactionType !== "OfferCreate") return {};
  const { TakerGets: gets } = tx as unknown as { TakerGets: Amount };
  if (tx.Account === issuerOf(gets)) return {};
  return { owner_funds: amountToText(accountFunds(ledger, tx.Account, gets, "ignoreFreeze")) };
}
