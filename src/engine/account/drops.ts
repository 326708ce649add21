import { nativeAccount } from "../../protocol/amounts/issue.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Drops } from "../../protocol/types.ts";
import { type ApplyView, accountReserve, type ReadView } from "../../state/view.ts";

/**
 * Drops that an account may spend: those above its reserve; none when there is no such account.
 *
 * @param ownerCountAdjustment objects to count besides those that the account owns (negative: fewer)
 */
export function liquidDrops(view: ReadView, account: AccountID, ownerCountAdjustment: number): Drops {
  const root = view.read(keylet.account(account));
  if (root === undefined) return 0n;
  const owned = view.ownerCountHook(account, root.OwnerCount) + ownerCountAdjustment;
  const reserve = accountReserve(view.fees, Math.min(Math.max(owned, 0), 0xffff_ffff));
  const balance = view.balanceHook(account, nativeAccount, root.Balance) as Drops;
  return balance > reserve ? balance - reserve : 0n;
}

/** The answer when a sender has fewer drops than it is to send: nobody should have come so far. */
const unfunded = (view: ReadView): EngineResult =>
  view.open ? "telFAILED_PROCESSING" : "tecFAILED_PROCESSING";

/** Moves drops from one account to another, whatever the reserve. Both must be there. */
export function transferDrops(view: ApplyView, from: AccountID, to: AccountID, amount: Drops): EngineResult {
  const sender = view.peek(keylet.account(from));
  const receiver = view.peek(keylet.account(to));
  if (sender === undefined || receiver === undefined) return "tefINTERNAL";
  if (sender.Balance < amount) return unfunded(view);
  sender.Balance -= amount;
  receiver.Balance += amount;
  return "tesSUCCESS";
}

/**
 * As {@link transferDrops} within a payment: the view is told of the credits, and account zero may be either
 * side. An account that is not there neither gives nor gets anything.
 */
export function creditDrops(view: ApplyView, from: AccountID, to: AccountID, amount: Drops): EngineResult {
  const sender = from === nativeAccount ? undefined : view.peek(keylet.account(from));
  const receiver = to === nativeAccount ? undefined : view.peek(keylet.account(to));
  if (sender !== undefined) {
    if (sender.Balance < amount) return unfunded(view);
    view.creditHook(from, nativeAccount, amount, sender.Balance);
    sender.Balance -= amount;
    // What one step of a payment takes, another may give back: the account shows all the same.
    view.touch(sender);
  }
  if (receiver !== undefined) {
    view.creditHook(nativeAccount, to, amount, -receiver.Balance);
    receiver.Balance += amount;
    view.touch(receiver);
  }
  return "tesSUCCESS";
}
