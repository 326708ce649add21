import { compareAmounts, equalAmounts, isPositive, maxAmount } from "../../protocol/amounts/arithmetic.ts";
import { currencyOf, issueOf, nativeAccount, sameIssue, withIssuer } from "../../protocol/amounts/issue.ts";
import { badCurrency } from "../../protocol/currency.ts";
import type { EngineResult, NotTec } from "../../protocol/engineResults.ts";
import {
  accountID,
  amount,
  defaulted,
  hash256,
  optional,
  pathSet,
  required,
  uint32,
} from "../../protocol/fieldKinds.ts";
import {
  hasFlag,
  lsfPasswordSpent,
  lsfRequireDestTag,
  tfLimitQuality,
  tfNoRippleDirect,
  tfPartialPayment,
  withoutFlag,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountRoot } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount, Drops } from "../../protocol/types.ts";
import { newEntry } from "../../state/newEntry.ts";
import { type ApplyView, accountReserve } from "../../state/view.ts";
import { hasOnlyFlags, isLegalAmount } from "../commonChecks.ts";
import { mayDeposit } from "../deposit/depositAuthorization.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { PaymentSandbox } from "./paymentSandbox.ts";
import { rippleCalculate } from "./rippleCalculate.ts";

/** More paths, or longer ones, are not let into the open ledger. */
const maxPaths = 6;
const maxPathLength = 8;

const format = {
  Destination: required(accountID),
  Amount: required(amount),
  SendMax: optional(amount),
  Paths: defaulted(pathSet),
  InvoiceID: optional(hash256),
  DestinationTag: optional(uint32),
  DeliverMin: optional(amount),
} as const;
type Payment = TransactionOf<typeof format>;

/**
 * Moves money: drops from account to account directly, anything else over trust lines and order books.
 *
 * Source: Payment.cpp of the reference.
 */
export const payment = defineTransaction({
  type: "Payment",
  code: 0,
  format,

  consequences({ SendMax, Amount }) {
    const most = SendMax ?? Amount;
    return { potentialSpend: typeof most === "bigint" ? most : 0n };
  },

  preflight({ tx }) {
    if (!hasOnlyFlags(tx, tfPartialPayment | tfLimitQuality | tfNoRippleDirect)) return "temINVALID_FLAG";
    const most = mostToSpend(tx);
    if (!isLegalAmount(tx.Amount) || !isLegalAmount(most)) return "temBAD_AMOUNT";
    if (tx.Destination === nativeAccount) return "temDST_NEEDED";
    if (!isPositive(most) || !isPositive(tx.Amount)) return "temBAD_AMOUNT";
    const spent = currencyOf(most);
    const delivered = currencyOf(tx.Amount);
    if (spent === badCurrency || delivered === badCurrency) return "temBAD_CURRENCY";
    // With paths, a payment to oneself may be arbitrage.
    if (tx.Account === tx.Destination && spent === delivered && tx.Paths === undefined) return "temREDUNDANT";
    if (typeof most === "bigint" && typeof tx.Amount === "bigint") {
      const result = checkNativeOnly(tx);
      if (result !== "tesSUCCESS") return result;
    }
    return checkDeliverMin(tx);
  },

  preclaim({ tx, view }) {
    const destination = view.read(keylet.account(tx.Destination));
    if (destination === undefined) {
      if (typeof tx.Amount !== "bigint") return "tecNO_DST";
      if (view.open && hasFlag(tx.Flags, tfPartialPayment)) return "telNO_DST_PARTIAL";
      if (tx.Amount < accountReserve(view.fees, 0)) return "tecNO_DST_INSUF_XRP";
    } else if (hasFlag(destination.Flags, lsfRequireDestTag) && tx.DestinationTag === undefined) {
      return "tecDST_TAG_NEEDED";
    }
    const paths = tx.Paths ?? [];
    const isTooMuch = paths.length > maxPaths || paths.some((path) => path.length > maxPathLength);
    return view.open && isTooMuch ? "telBAD_PATH_COUNT" : "tesSUCCESS";
  },

  apply(context) {
    const { tx, view } = context;
    const destination = view.peek(keylet.account(tx.Destination)) ?? createAccount(view, tx.Destination);
    // The destination counts as touched even where only its trust lines change: it shows when it is threaded.
    view.touch(destination);
    const isDirect = tx.Paths === undefined && tx.SendMax === undefined;
    return isDirect && typeof tx.Amount === "bigint"
      ? payDrops(context, destination, tx.Amount)
      : payOverPaths(context, destination);
  },
});

/** SendMax, or without it as much of the sender's own money as is to arrive. */
const mostToSpend = (tx: Payment): Amount => tx.SendMax ?? withIssuer(tx.Amount, tx.Account);

/** Drops for drops go directly: nothing that belongs to paths may be said. */
function checkNativeOnly(tx: Payment): NotTec {
  if (tx.SendMax !== undefined) return "temBAD_SEND_XRP_MAX";
  if (tx.Paths !== undefined) return "temBAD_SEND_XRP_PATHS";
  if (hasFlag(tx.Flags, tfPartialPayment)) return "temBAD_SEND_XRP_PARTIAL";
  if (hasFlag(tx.Flags, tfLimitQuality)) return "temBAD_SEND_XRP_LIMIT";
  if (hasFlag(tx.Flags, tfNoRippleDirect)) return "temBAD_SEND_XRP_NO_DIRECT";
  return "tesSUCCESS";
}

function checkDeliverMin({ DeliverMin: least, Amount: most, Flags }: Payment): NotTec {
  if (least === undefined) return "tesSUCCESS";
  const isValid =
    hasFlag(Flags, tfPartialPayment) &&
    isLegalAmount(least) &&
    isPositive(least) &&
    sameIssue(issueOf(least), issueOf(most)) &&
    compareAmounts(least, most) <= 0;
  return isValid ? "tesSUCCESS" : "temBAD_AMOUNT";
}

function createAccount(view: ApplyView, account: Payment["Destination"]): AccountRoot {
  const root = newEntry<AccountRoot>(keylet.account(account), {
    Account: account,
    Balance: 0n,
    // An account that is deleted and made again must not use its old sequences: it starts where the ledger is.
    Sequence: view.ledgerIndex,
    OwnerCount: 0,
  });
  view.insert(root);
  return root;
}

function payOverPaths(context: ApplyContext<Payment>, destination: AccountRoot): EngineResult {
  const { tx, view } = context;
  if (!mayDeposit(view, tx.Account, destination)) return "tecNO_PERMISSION";
  const sandbox = new PaymentSandbox(view);
  const { result, out } = rippleCalculate(sandbox, {
    source: tx.Account,
    destination: tx.Destination,
    deliver: tx.Amount,
    maximum: mostToSpend(tx),
    paths: tx.Paths ?? [],
    defaultPath: !hasFlag(tx.Flags, tfNoRippleDirect),
    partialPayment: hasFlag(tx.Flags, tfPartialPayment),
    limitQuality: hasFlag(tx.Flags, tfLimitQuality),
  });
  sandbox.applyTo(view);
  // Searching paths costs so much that a payment which a retry might mend pays for it all the same.
  if (result.startsWith("ter")) return "tecPATH_DRY";
  if (result !== "tesSUCCESS" || equalAmounts(out, tx.Amount)) return result;
  if (tx.DeliverMin !== undefined && compareAmounts(out, tx.DeliverMin) < 0) return "tecPATH_PARTIAL";
  context.deliver(out);
  return "tesSUCCESS";
}

function payDrops(
  { tx, view, priorBalance, sourceBalance }: ApplyContext<Payment>,
  destination: AccountRoot,
  drops: Drops,
): EngineResult {
  const source = view.peek(keylet.account(tx.Account));
  if (source === undefined) return "tefINTERNAL";
  // The fee may come out of the reserve: so the last of an account's spendable drops can be sent.
  const kept = maxAmount(accountReserve(view.fees, source.OwnerCount), tx.Fee);
  if (priorBalance < drops + kept) return "tecUNFUNDED_PAYMENT";
  if (!mayDeposit(view, tx.Account, destination)) {
    // An account that has nothing left to pay fees with may always be helped with a little.
    const base = accountReserve(view.fees, 0);
    if (drops > base || destination.Balance > base) return "tecNO_PERMISSION";
  }
  source.Balance = sourceBalance - drops;
  destination.Balance += drops;
  destination.Flags = withoutFlag(destination.Flags, lsfPasswordSpent);
  return "tesSUCCESS";
}
