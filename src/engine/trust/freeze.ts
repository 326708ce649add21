import { nativeAccount, nativeCurrency } from "../../protocol/amounts/issue.ts";
import { hasFlag, lsfGlobalFreeze } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Currency } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { sideOf } from "./lineSide.ts";

/** Whether an issuer has frozen all that it issued. */
export const isGlobalFrozen = (view: ReadView, issuer: AccountID): boolean =>
  issuer !== nativeAccount && hasFlag(view.read(keylet.account(issuer))?.Flags, lsfGlobalFreeze);

/** Whether a freeze, of everything or of the one line, keeps `account` from spending this issuer's money. */
export function isFrozen(view: ReadView, account: AccountID, currency: Currency, issuer: AccountID): boolean {
  if (currency === nativeCurrency) return false;
  if (hasFlag(view.read(keylet.account(issuer))?.Flags, lsfGlobalFreeze)) return true;
  if (issuer === account) return false;
  return hasFlag(view.read(keylet.line(account, issuer, currency))?.Flags, sideOf(issuer, account).freeze);
}
