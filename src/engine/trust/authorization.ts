import { hasFlag, lsfRequireAuth } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Issue } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { sideOf } from "./lineSide.ts";

/** Whether the issuer lets the other side of this line hold its money. */
export const isAuthorized = (line: Readonly<RippleState>, issuer: AccountID, holder: AccountID): boolean =>
  hasFlag(line.Flags, sideOf(issuer, holder).auth);

/**
 * Whether an account may hold an issue: an issuer with RequireAuth must have authorized the account's line.
 * An issuer always may hold its own money, anyone the native one.
 */
export function requireAuth(
  view: ReadView,
  issue: Issue,
  account: AccountID,
): "tesSUCCESS" | "tecNO_LINE" | "tecNO_AUTH" {
  const { issuer, currency } = issue;
  if (issuer === account) return "tesSUCCESS";
  if (!hasFlag(view.read(keylet.account(issuer))?.Flags, lsfRequireAuth)) return "tesSUCCESS";
  const line = view.read(keylet.line(account, issuer, currency));
  if (line === undefined) return "tecNO_LINE";
  return isAuthorized(line, issuer, account) ? "tesSUCCESS" : "tecNO_AUTH";
}
