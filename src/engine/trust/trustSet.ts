import { isNegative, isPositive, isZero } from "../../protocol/amounts/arithmetic.ts";
import { noAccount, withIssuer, zeroOf } from "../../protocol/amounts/issue.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { parityRate } from "../../protocol/amounts/rate.ts";
import { accountZero, badCurrency } from "../../protocol/currency.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { amount, optional, uint32 } from "../../protocol/fieldKinds.ts";
import {
  hasFlag,
  lsfDefaultRipple,
  lsfNoFreeze,
  lsfRequireAuth,
  tfClearFreeze,
  tfClearNoRipple,
  tfSetFreeze,
  tfSetfAuth,
  tfSetNoRipple,
  withFlag,
  withoutFlag,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountRoot, RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { Drops } from "../../protocol/types.ts";
import { type ApplyView, accountReserve, type ReadView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasOnlyFlags, isLegalAmount } from "../commonChecks.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { balanceFor, sideOf } from "./lineSide.ts";
import { trustCreate, trustDelete } from "./trustLine.ts";

const format = {
  LimitAmount: optional(amount),
  QualityIn: optional(uint32),
  QualityOut: optional(uint32),
};
type TrustSet = TransactionOf<typeof format>;

const ownFlags = tfSetfAuth | tfSetNoRipple | tfClearNoRipple | tfSetFreeze | tfClearFreeze;

/**
 * Sets the sender's side of a trust line: how much of the peer's money to hold, at what quality, whether others may
 * ripple through, whether the peer is authorized or frozen. Makes the line, and deletes it when nothing is left on it.
 */
export const trustSet = defineTransaction({
  type: "TrustSet",
  code: 20,
  format,

  preflight({ tx }) {
    if (!hasOnlyFlags(tx, ownFlags)) return "temINVALID_FLAG";
    const limit = tx.LimitAmount;
    if (limit !== undefined && !isLegalAmount(limit)) return "temBAD_AMOUNT";
    if (!(limit instanceof IssuedAmount)) return "temBAD_LIMIT";
    if (limit.currency === badCurrency) return "temBAD_CURRENCY";
    if (isNegative(limit)) return "temBAD_LIMIT";
    return limit.issuer === accountZero || limit.issuer === noAccount ? "temDST_NEEDED" : "tesSUCCESS";
  },

  preclaim({ tx, view }) {
    const root = view.read(keylet.account(tx.Account));
    if (root === undefined) return "terNO_ACCOUNT";
    if (hasFlag(tx.Flags, tfSetfAuth) && !hasFlag(root.Flags, lsfRequireAuth)) return "tefNO_AUTH_REQUIRED";
    const { issuer: peer, currency } = limitOf(tx);
    // A line with oneself, from times when that was possible, may be set: that deletes it.
    const isWithSelf = peer === tx.Account;
    return isWithSelf && !view.has(keylet.line(peer, peer, currency)) ? "temDST_IS_SRC" : "tesSUCCESS";
  },

  apply(context) {
    const { tx, view, priorBalance } = context;
    const root = view.peek(keylet.account(tx.Account));
    if (root === undefined) return "tefINTERNAL";
    const { issuer: peer, currency } = limitOf(tx);
    const line = view.peek(keylet.line(tx.Account, peer, currency));
    if (peer === tx.Account) return line === undefined ? "tefINTERNAL" : trustDelete(view, line);

    const peerRoot = view.peek(keylet.account(peer));
    if (peerRoot === undefined) return "tecNO_DST";
    const canAffordLine = priorBalance >= reserveForLine(view, root);
    if (line !== undefined) return changeLine(context, line, root, peerRoot, canAffordLine);
    return createLine(context, root, canAffordLine);
  },
});

/** Preflight has seen that it is there, and issued. */
const limitOf = (tx: TrustSet): IssuedAmount => tx.LimitAmount as IssuedAmount;

/**
 * What the sender must have for one more line. The first two objects of an account are free, so that somebody
 * who is given an account needs no money of its own to hold the giver's.
 */
const reserveForLine = (view: ReadView, root: AccountRoot): Drops =>
  root.OwnerCount < 2 ? 0n : accountReserve(view.fees, root.OwnerCount + 1);

/** A quality of one to one is the same as none, but only outwards is it never written down. */
const qualityOutOf = (tx: TrustSet): number | undefined => (tx.QualityOut === parityRate ? 0 : tx.QualityOut);

function createLine(
  { tx, view }: ApplyContext<TrustSet>,
  owner: AccountRoot,
  canAffordLine: boolean,
): EngineResult {
  const limit = limitOf(tx);
  const qualityIn = tx.QualityIn ?? 0;
  const qualityOut = qualityOutOf(tx) ?? 0;
  const authorize = hasFlag(tx.Flags, tfSetfAuth);
  if (isZero(limit) && qualityIn === 0 && qualityOut === 0 && !authorize) return "tecNO_LINE_REDUNDANT";
  if (!canAffordLine) return "tecNO_LINE_INSUF_RESERVE";

  const { issuer: peer, currency } = limit;
  return trustCreate(view, keylet.line(tx.Account, peer, currency), {
    owner,
    peer,
    balance: zeroOf({ currency, issuer: noAccount }) as IssuedAmount,
    limit: withIssuer(limit, tx.Account) as IssuedAmount,
    authorize,
    noRipple: asksOnlyFor(tx, tfSetNoRipple, tfClearNoRipple),
    freeze: asksOnlyFor(tx, tfSetFreeze, tfClearFreeze),
    qualityIn,
    qualityOut,
  });
}

/** Asking for a thing and its opposite at once asks for nothing. */
const asksOnlyFor = (tx: TrustSet, wanted: number, opposite: number): boolean =>
  hasFlag(tx.Flags, wanted) && !hasFlag(tx.Flags, opposite);

function changeLine(
  { tx, view }: ApplyContext<TrustSet>,
  line: RippleState,
  root: AccountRoot,
  peerRoot: AccountRoot,
  canAffordLine: boolean,
): EngineResult {
  const side = sideOf(root.Account, peerRoot.Account);
  line[side.limit] = withIssuer(limitOf(tx), root.Account);
  if (tx.QualityIn !== undefined) line[side.qualityIn] = tx.QualityIn || undefined;
  const qualityOut = qualityOutOf(tx);
  if (qualityOut !== undefined) line[side.qualityOut] = qualityOut || undefined;

  if (asksOnlyFor(tx, tfSetNoRipple, tfClearNoRipple)) {
    // Whoever owes over the line cannot keep its money from moving on.
    if (isNegative(balanceFor(line, root.Account, peerRoot.Account))) return "tecNO_PERMISSION";
    line.Flags = withFlag(line.Flags, side.noRipple);
  } else if (asksOnlyFor(tx, tfClearNoRipple, tfSetNoRipple)) {
    line.Flags = withoutFlag(line.Flags, side.noRipple);
  }
  if (asksOnlyFor(tx, tfSetFreeze, tfClearFreeze) && !hasFlag(root.Flags, lsfNoFreeze)) {
    line.Flags = withFlag(line.Flags, side.freeze);
  } else if (asksOnlyFor(tx, tfClearFreeze, tfSetFreeze)) {
    line.Flags = withoutFlag(line.Flags, side.freeze);
  }
  if (hasFlag(tx.Flags, tfSetfAuth)) line.Flags = withFlag(line.Flags, side.auth);

  const own = settleReserve(view, line, root, peerRoot.Account);
  const other = settleReserve(view, line, peerRoot, root.Account);
  if (!own.pays && !other.pays) return trustDelete(view, line);
  return own.isNew && !canAffordLine ? "tecINSUF_RESERVE_LINE" : "tesSUCCESS";
}

/**
 * Makes an account pay the line's reserve exactly when something on its side is not by default, or it holds money
 * over the line. Says whether it pays, and whether it did not before.
 */
function settleReserve(
  view: ApplyView,
  line: RippleState,
  root: AccountRoot,
  peer: string,
): { pays: boolean; isNew: boolean } {
  const side = sideOf(root.Account, peer);
  const allowsRipple = !hasFlag(line.Flags, side.noRipple);
  const pays =
    isSpecialQuality(line[side.qualityIn]) ||
    isSpecialQuality(line[side.qualityOut]) ||
    allowsRipple !== hasFlag(root.Flags, lsfDefaultRipple) ||
    hasFlag(line.Flags, side.freeze) ||
    !isZero(line[side.limit]) ||
    isPositive(balanceFor(line, root.Account, peer));
  const paid = hasFlag(line.Flags, side.reserve);
  if (pays && !paid) {
    adjustOwnerCount(view, root, 1);
    line.Flags = withFlag(line.Flags, side.reserve);
  } else if (!pays && paid) {
    adjustOwnerCount(view, root, -1);
    line.Flags = withoutFlag(line.Flags, side.reserve);
  }
  return { pays, isNew: pays && !paid };
}

const isSpecialQuality = (quality = 0): boolean => quality !== 0 && quality !== parityRate;
