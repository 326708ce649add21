import { isPositive, isZero, negate, subtractAmounts } from "../../protocol/amounts/arithmetic.ts";
import { noAccount, zeroOf } from "../../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { multiplyByRate } from "../../protocol/amounts/rate.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag, lsfDefaultRipple, withoutFlag } from "../../protocol/flags.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount } from "../../protocol/types.ts";
import type { ApplyView } from "../../state/view.ts";
import { creditDrops } from "../account/drops.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { balanceFor, sideOf } from "./lineSide.ts";
import { transferRate } from "./transferRate.ts";
import { trustCreate, trustDelete } from "./trustLine.ts";

/**
 * Sends `amount`, in drops or issued by anyone, without looking at limits or reserves. The sender pays the
 * issuer's transfer fee on top. Account zero may stand for one side of a native amount: a payment in progress
 * keeps drops there between its first and last step.
 *
 * Rules: accountSend, rippleSend and rippleCredit in the reference's View.cpp.
 */
export function accountSend(
  view: ApplyView,
  sender: AccountID,
  receiver: AccountID,
  amount: Amount,
): EngineResult {
  if (isZero(amount) || sender === receiver) return "tesSUCCESS";
  return typeof amount === "bigint"
    ? creditDrops(view, sender, receiver, amount)
    : rippleSend(view, sender, receiver, amount);
}

/** Sends issued money: directly when its issuer is one of the two, otherwise over the issuer. */
export function rippleSend(
  view: ApplyView,
  sender: AccountID,
  receiver: AccountID,
  amount: IssuedAmount,
): EngineResult {
  const { issuer } = amount;
  if (sender === issuer || receiver === issuer || issuer === noAccount) {
    return rippleCredit(view, sender, receiver, amount);
  }
  const cost = multiplyByRate(amount, transferRate(view, issuer)) as IssuedAmount;
  const result = rippleCredit(view, issuer, receiver, amount);
  return result === "tesSUCCESS" ? rippleCredit(view, sender, issuer, cost) : result;
}

/**
 * Moves the balance of the line between two accounts by `amount`, in the receiver's favour. Makes the line when
 * there is none, and deletes it when nothing on it is other than by default any more.
 */
export function rippleCredit(
  view: ApplyView,
  sender: AccountID,
  receiver: AccountID,
  amount: IssuedAmount,
  lineKeylet: Keylet<RippleState> = keylet.line(sender, receiver, amount.currency),
): EngineResult {
  const line = view.peek(lineKeylet);
  if (line === undefined) return creditOverNewLine(view, sender, receiver, amount, lineKeylet);

  const side = sideOf(sender, receiver);
  const before = balanceFor(line, sender, receiver, noAccount);
  view.creditHook(sender, receiver, amount, before);
  const after = subtractAmounts(before, amount);
  const flags = line.Flags;
  line.Balance = sender < receiver ? after : negate(after);

  const hasSpentAll = isPositive(before) && !isPositive(after);
  if (!hasSpentAll || !hasFlag(flags, side.reserve) || !isDefaultSide(view, line, sender, receiver)) {
    return "tesSUCCESS";
  }
  // The sender has nothing and wants nothing over this line any more: it need not pay for it.
  const root = view.peek(keylet.account(sender));
  if (root !== undefined) adjustOwnerCount(view, root, -1);
  line.Flags = withoutFlag(flags, side.reserve);
  const receiverPays = hasFlag(flags, sideOf(receiver, sender).reserve);
  return isZero(after) && !receiverPays ? trustDelete(view, line) : "tesSUCCESS";
}

/** Whether `account` has set nothing on its side of the line. */
function isDefaultSide(
  view: ApplyView,
  line: Readonly<RippleState>,
  account: AccountID,
  peer: AccountID,
): boolean {
  const side = sideOf(account, peer);
  if (hasFlag(line.Flags, side.freeze) || !isZero(line[side.limit])) return false;
  if (line[side.qualityIn] || line[side.qualityOut]) return false;
  const allowsRipple = !hasFlag(line.Flags, side.noRipple);
  return allowsRipple === hasFlag(view.read(keylet.account(account))?.Flags, lsfDefaultRipple);
}

function creditOverNewLine(
  view: ApplyView,
  sender: AccountID,
  receiver: AccountID,
  amount: IssuedAmount,
  lineKeylet: Keylet<RippleState>,
): EngineResult {
  const owner = view.peek(keylet.account(receiver));
  if (owner === undefined) return "tefINTERNAL";
  return trustCreate(view, lineKeylet, {
    owner,
    peer: sender,
    balance: amount,
    limit: zeroOf({ currency: amount.currency, issuer: receiver }) as IssuedAmount,
    noRipple: !hasFlag(owner.Flags, lsfDefaultRipple),
  });
}
