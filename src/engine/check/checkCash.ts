import { compareAmounts, isPositive } from "../../protocol/amounts/arithmetic.ts";
import { currencyOf, issuerOf } from "../../protocol/amounts/issue.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { badCurrency } from "../../protocol/currency.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { amount, hash256, optional, required } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfRequireAuth, lsfRequireDestTag } from "../../protocol/flags.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { Check } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Drops, Hash256 } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { liquidDrops, transferDrops } from "../account/drops.ts";
import { hasOnlyFlags, isLegalAmount } from "../commonChecks.ts";
import { hasExpired } from "../expiration.ts";
import { flow } from "../payment/flow.ts";
import { PaymentSandbox } from "../payment/paymentSandbox.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { accountFunds } from "../trust/accountFunds.ts";
import { isAuthorized } from "../trust/authorization.ts";
import { isFrozen } from "../trust/freeze.ts";
import { removeCheck } from "./removeCheck.ts";

const format = {
  CheckID: required(hash256),
  Amount: optional(amount),
  DeliverMin: optional(amount),
};
type CheckCash = TransactionOf<typeof format>;

/** Takes the money that a check promises: exactly Amount, or as much as there is but at least DeliverMin. */
export const checkCash = defineTransaction({
  type: "CheckCash",
  code: 17,
  amendment: "Checks",
  format,

  preflight({ tx }) {
    if (!hasOnlyFlags(tx)) return "temINVALID_FLAG";
    if ((tx.Amount === undefined) === (tx.DeliverMin === undefined)) return "temMALFORMED";
    const value = wantedBy(tx);
    if (!isLegalAmount(value) || !isPositive(value)) return "temBAD_AMOUNT";
    return currencyOf(value) === badCurrency ? "temBAD_CURRENCY" : "tesSUCCESS";
  },

  preclaim({ tx, view }) {
    const check = view.read(checkKey(tx.CheckID));
    if (check === undefined) return "tecNO_ENTRY";
    if (tx.Account !== check.Destination) return "tecNO_PERMISSION";
    if (check.Account === check.Destination) return "tecINTERNAL";

    const destination = view.read(keylet.account(check.Destination));
    if (destination === undefined || !view.has(keylet.account(check.Account))) return "tecNO_ENTRY";
    const tagMissing = hasFlag(destination.Flags, lsfRequireDestTag) && check.DestinationTag === undefined;
    if (tagMissing) return "tecDST_TAG_NEEDED";
    if (hasExpired(check.Expiration, view.parentCloseTime)) return "tecEXPIRED";

    const value = wantedBy(tx);
    if (currencyOf(value) !== currencyOf(check.SendMax)) return "temMALFORMED";
    if (issuerOf(value) !== issuerOf(check.SendMax)) return "temMALFORMED";
    if (compareAmounts(value, check.SendMax) > 0) return "tecPATH_PARTIAL";
    if (compareAmounts(value, availableTo(view, check, value)) > 0) return "tecPATH_PARTIAL";
    return typeof value === "bigint" ? "tesSUCCESS" : checkHolding(view, value, check.Destination);
  },

  apply(context) {
    const { tx, view } = context;
    const sandbox = new PaymentSandbox(view);
    const check = sandbox.peek(checkKey(tx.CheckID));
    if (check === undefined) return "tecFAILED_PROCESSING";
    const result =
      typeof check.SendMax === "bigint"
        ? payDrops(context, sandbox, check, check.SendMax)
        : payIssued(context, sandbox, check, check.SendMax);
    if (result !== "tesSUCCESS") return result;

    const removed = removeCheck(sandbox, check);
    if (removed === "tesSUCCESS") sandbox.applyTo(view);
    return removed;
  },
});

const checkKey = (key: Hash256): Keylet<Check> => ({ type: "Check", key });

/** What must arrive at least. Preflight has seen that one of the two is there. */
const wantedBy = (tx: CheckCash): Amount => (tx.Amount ?? tx.DeliverMin)!;

/** What the writer can give. Of drops, one object's reserve more: the check will no longer need it. */
function availableTo(view: ReadView, check: Readonly<Check>, value: Amount): Amount {
  const funds = accountFunds(view, check.Account, value, "zeroIfFrozen");
  return typeof funds === "bigint" ? funds + view.fees.reserveIncrement : funds;
}

/** May this account hold the money? Unlike a payment, a check says so before anything is tried. */
function checkHolding(view: ReadView, { currency, issuer }: IssuedAmount, holder: AccountID): EngineResult {
  if (issuer === holder) return "tesSUCCESS";
  const line = view.read(keylet.line(holder, issuer, currency));
  if (line === undefined) return "tecNO_LINE";
  const issuerRoot = view.read(keylet.account(issuer));
  if (issuerRoot === undefined) return "tecNO_ISSUER";
  if (hasFlag(issuerRoot.Flags, lsfRequireAuth) && !isAuthorized(line, issuer, holder)) return "tecNO_AUTH";
  // Had the writer's line been frozen, no funds would have been found.
  return isFrozen(view, holder, currency, issuer) ? "tecFROZEN" : "tesSUCCESS";
}

function payDrops(
  { tx, deliver }: ApplyContext<CheckCash>,
  sandbox: PaymentSandbox,
  check: Check,
  sendMax: Drops,
): EngineResult {
  const available = liquidDrops(sandbox, check.Account, -1);
  let amount = wantedBy(tx) as Drops;
  if (tx.DeliverMin !== undefined) {
    const most = available < sendMax ? available : sendMax;
    if (most > amount) amount = most;
  }
  if (available < amount) return "tecUNFUNDED_PAYMENT";
  if (tx.DeliverMin !== undefined) deliver(amount);
  return transferDrops(sandbox, check.Account, check.Destination, amount);
}

/** Half of the largest amount there is: the transfer fee, at most as much again, then still fits. */
const enough = { mantissa: 9_999_999_999_999_999n / 2n, exponent: 80 } as const;

function payIssued(
  { tx, deliver }: ApplyContext<CheckCash>,
  sandbox: PaymentSandbox,
  check: Check,
  sendMax: IssuedAmount,
): EngineResult {
  const { DeliverMin } = tx;
  const outcome = flow(sandbox, {
    source: check.Account,
    destination: check.Destination,
    deliver:
      DeliverMin === undefined
        ? wantedBy(tx)
        : new IssuedAmount(enough.mantissa, enough.exponent, sendMax.currency, sendMax.issuer),
    sendMax,
    paths: [],
    defaultPath: true,
    partialPayment: DeliverMin !== undefined,
    limitQuality: undefined,
    offerCrossing: false,
  });
  if (outcome.result !== "tesSUCCESS") return outcome.result;
  if (DeliverMin !== undefined) {
    if (compareAmounts(outcome.out, DeliverMin) < 0) return "tecPATH_PARTIAL";
    deliver(outcome.out);
  }
  return "tesSUCCESS";
}
