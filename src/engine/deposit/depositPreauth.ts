import { accountZero } from "../../protocol/currency.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { accountID, optional } from "../../protocol/fieldKinds.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID } from "../../protocol/types.ts";
import { newEntry } from "../../state/newEntry.ts";
import { accountReserve } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { accountIn, hasOnlyFlags } from "../commonChecks.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { removeDepositPreauth } from "./removeDepositPreauth.ts";

const format = { Authorize: optional(accountID), Unauthorize: optional(accountID) };

/** Lets another account pay into the sender's although it has DepositAuth set, or revokes that. */
export const depositPreauth = defineTransaction({
  type: "DepositPreauth",
  code: 19,
  amendment: "DepositPreauth",
  format,

  preflight({ tx }) {
    if (!hasOnlyFlags(tx)) return "temINVALID_FLAG";
    if ((tx.Authorize === undefined) === (tx.Unauthorize === undefined)) return "temMALFORMED";
    if (accountIn((tx.Authorize ?? tx.Unauthorize)!) === accountZero) return "temINVALID_ACCOUNT_ID";
    return tx.Authorize === tx.Account ? "temCANNOT_PREAUTH_SELF" : "tesSUCCESS";
  },

  preclaim({ tx, view }) {
    if (tx.Authorize !== undefined) {
      if (!view.has(keylet.account(tx.Authorize))) return "tecNO_TARGET";
      return view.has(keylet.depositPreauth(tx.Account, tx.Authorize)) ? "tecDUPLICATE" : "tesSUCCESS";
    }
    return view.has(keylet.depositPreauth(tx.Account, tx.Unauthorize!)) ? "tesSUCCESS" : "tecNO_ENTRY";
  },

  apply(context) {
    const { tx, view } = context;
    if (tx.Authorize !== undefined) return authorize(context, tx.Authorize);
    const preauth = view.peek(keylet.depositPreauth(tx.Account, tx.Unauthorize!));
    return preauth === undefined ? "tecNO_ENTRY" : removeDepositPreauth(view, preauth);
  },
});

type Context = ApplyContext<TransactionOf<typeof format>>;

function authorize({ tx, view, priorBalance }: Context, authorized: AccountID): EngineResult {
  const root = view.peek(keylet.account(tx.Account));
  if (root === undefined) return "tefINTERNAL";
  // The balance before the fee: the reserve may be dipped into to pay it.
  if (priorBalance < accountReserve(view.fees, root.OwnerCount + 1)) return "tecINSUFFICIENT_RESERVE";

  const key = keylet.depositPreauth(tx.Account, authorized);
  const page = addToOwnerDirectory(view, tx.Account, key.key);
  if (page === undefined) return "tecDIR_FULL";
  view.insert(newEntry(key, { Account: tx.Account, Authorize: authorized, OwnerNode: page }));
  adjustOwnerCount(view, root, 1);
  return "tesSUCCESS";
}
