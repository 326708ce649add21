import { compareAmounts, isPositive, isZero, negate } from "../../protocol/amounts/arithmetic.ts";
import { nativeAccount, sameIssue } from "../../protocol/amounts/issue.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag, lsfGlobalFreeze, lsfRequireAuth } from "../../protocol/flags.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { AccountRoot, RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Currency } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { isAuthorized } from "../trust/authorization.ts";
import { balanceFor, limitOf, sideOf } from "../trust/lineSide.ts";
import type { StrandContext } from "./step.ts";

/**
 * Whether `source` may pass money on to `destination` at this place of a strand: freezes, NoRipple, loops, and
 * for payments (offers may be crossed without a line) authorization and room on the line.
 */
export function checkDirectStep(
  context: StrandContext,
  source: AccountID,
  destination: AccountID,
  currency: Currency,
): EngineResult {
  const { view, previous } = context;
  if (source === nativeAccount || destination === nativeAccount || source === destination)
    return "temBAD_PATH";
  const sourceRoot = view.read(keylet.account(source));
  if (sourceRoot === undefined) return "terNO_ACCOUNT";

  const lineKeylet = keylet.line(source, destination, currency);
  // Money that goes straight to its issuer, or comes straight from it, cannot be frozen.
  if (!(context.isFirst && context.isLast) && isFrozenTowards(view, source, destination, lineKeylet)) {
    return "terNO_LINE";
  }
  if (previous?.kind === "direct") {
    const result = checkNoRipple(view, previous.source, source, destination, currency);
    if (result !== "tesSUCCESS") return result;
  }
  const loop = checkLoop(context, source, destination, currency);
  if (loop !== "tesSUCCESS") return loop;

  return context.offerCrossing
    ? "tesSUCCESS"
    : checkLine(context, sourceRoot, view.read(lineKeylet), source, destination);
}

function isFrozenTowards(
  view: ReadView,
  source: AccountID,
  destination: AccountID,
  lineKeylet: Keylet<RippleState>,
): boolean {
  return (
    hasFlag(view.read(keylet.account(destination))?.Flags, lsfGlobalFreeze) ||
    hasFlag(view.read(lineKeylet)?.Flags, sideOf(destination, source).freeze)
  );
}

/** Whether `account` lets money through from one line to the other: not if it set NoRipple on both. */
function checkNoRipple(
  view: ReadView,
  before: AccountID,
  account: AccountID,
  after: AccountID,
  currency: Currency,
): EngineResult {
  const lineIn = view.read(keylet.line(before, account, currency));
  const lineOut = view.read(keylet.line(account, after, currency));
  if (lineIn === undefined || lineOut === undefined) return "terNO_LINE";
  const closed =
    hasFlag(lineIn.Flags, sideOf(account, before).noRipple) &&
    hasFlag(lineOut.Flags, sideOf(account, after).noRipple);
  return closed ? "terNO_RIPPLE" : "tesSUCCESS";
}

/** Notes the step's issues; no direct step may start from, or end with, one that an earlier one did. */
function checkLoop(
  { previous, seenBookOuts, seenSources, seenDestinations }: StrandContext,
  source: AccountID,
  destination: AccountID,
  currency: Currency,
): EngineResult {
  const sourceIssue = { currency, issuer: source };
  if (seenBookOuts.has(sourceIssue)) {
    if (previous === undefined) return "temBAD_PATH_LOOP";
    // From the book just before, the issue may of course come.
    if (previous.book !== undefined && !sameIssue(previous.book.out, sourceIssue)) return "temBAD_PATH_LOOP";
  }
  const isNew = seenSources.add(sourceIssue) && seenDestinations.add({ currency, issuer: destination });
  return isNew ? "tesSUCCESS" : "temBAD_PATH_LOOP";
}

function checkLine(
  { previous }: StrandContext,
  sourceRoot: Readonly<AccountRoot>,
  line: Readonly<RippleState> | undefined,
  source: AccountID,
  destination: AccountID,
): EngineResult {
  if (line === undefined) return "terNO_LINE";
  const mayHold =
    !hasFlag(sourceRoot.Flags, lsfRequireAuth) ||
    isAuthorized(line, source, destination) ||
    !isZero(line.Balance);
  if (!mayHold) return "terNO_AUTH";
  if (previous?.kind === "book" && hasFlag(line.Flags, sideOf(source, destination).noRipple)) {
    return "terNO_RIPPLE";
  }
  const owed = balanceFor(line, source, destination);
  if (isPositive(owed)) return "tesSUCCESS";
  const isFull = compareAmounts(negate(owed), limitOf(line, destination, source)) >= 0;
  return isFull ? "tecPATH_DRY" : "tesSUCCESS";
}
