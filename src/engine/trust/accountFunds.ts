import { nativeCurrency, zeroOf } from "../../protocol/amounts/issue.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Issue } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { liquidDrops } from "../account/drops.ts";
import { isFrozen } from "./freeze.ts";
import { balanceFor } from "./lineSide.ts";

/** Whether frozen money counts as nothing or as what it is. */
export type FreezeHandling = "zeroIfFrozen" | "ignoreFreeze";

/**
 * What an account has of one issue, and in a payment may still spend: drops above its reserve, or its balance
 * with the issuer, which is negative where the account is the one that owes.
 */
export function accountHolds(
  view: ReadView,
  account: AccountID,
  issue: Issue,
  freezeHandling: FreezeHandling,
): Amount {
  const { currency, issuer } = issue;
  if (currency === nativeCurrency) return liquidDrops(view, account, 0);
  const line = view.read(keylet.line(account, issuer, currency));
  const frozen =
    line !== undefined && freezeHandling === "zeroIfFrozen" && isFrozen(view, account, currency, issuer);
  return view.balanceHook(
    account,
    issuer,
    line === undefined || frozen ? zeroOf(issue) : balanceFor(line, account, issuer),
  );
}

/** {@link accountHolds} for a line that was read already, freezes left aside. */
export const heldOverLine = (
  view: ReadView,
  line: Readonly<RippleState>,
  account: AccountID,
  issuer: AccountID,
): Amount => view.balanceHook(account, issuer, balanceFor(line, account, issuer));

/**
 * What an account can give of the issue that `wanted` is of. An issuer's own money never runs out: it has
 * `wanted`.
 */
export const accountFunds = (
  view: ReadView,
  account: AccountID,
  wanted: Amount,
  freezeHandling: FreezeHandling,
): Amount =>
  typeof wanted === "bigint"
    ? liquidDrops(view, account, 0)
    : wanted.issuer === account
      ? wanted
      : accountHolds(view, account, wanted, freezeHandling);
