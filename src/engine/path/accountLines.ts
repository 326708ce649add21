import { compareAmounts, isPositive, isZero, negate } from "../../protocol/amounts/arithmetic.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { hasFlag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Currency } from "../../protocol/types.ts";
import { dirEntries } from "../../state/directory.ts";
import { allSteps } from "../../state/steps.ts";
import type { ReadView } from "../../state/view.ts";
import { balanceFor, limitOf, sideOf } from "../trust/lineSide.ts";

/** A trust line as the search looks at it, told from one of its ends. */
export interface AccountLine {
  readonly peer: AccountID;
  readonly currency: Currency;
  readonly balance: IssuedAmount;
  readonly limit: IssuedAmount;
  readonly peerLimit: IssuedAmount;
  /** This end has authorized the peer. */
  readonly hasAuthorized: boolean;
  readonly noRipple: boolean;
  readonly peerNoRipple: boolean;
  readonly peerFreeze: boolean;
}

/** So many lines are remembered; then it begins anew. */
const linesKept = 1_000_000;
/** Lines that are read before others may have their turn. */
const linesAtOnce = 200;

/** The trust lines of accounts in one ledger, each account's read once. */
export class AccountLines {
  private readonly view: ReadView;
  private readonly linesByAccount = new Map<AccountID, readonly AccountLine[]>();
  private kept = 0;

  constructor(view: ReadView) {
    this.view = view;
  }

  /** In the order of the owner directory. */
  of(account: AccountID): readonly AccountLine[] {
    return allSteps(this.reading(account));
  }

  /** As {@link of}, with pauses where there are many. */
  *reading(account: AccountID): Generator<undefined, readonly AccountLine[]> {
    const known = this.linesByAccount.get(account);
    if (known !== undefined) return known;
    const lines: AccountLine[] = [];
    for (const line of readLines(this.view, account)) {
      lines.push(line);
      if (lines.length % linesAtOnce === 0) yield;
    }
    if (this.kept > linesKept) {
      this.linesByAccount.clear();
      this.kept = 0;
    }
    this.linesByAccount.set(account, lines);
    this.kept += lines.length;
    return lines;
  }

  /** The line between two accounts, told from the first one's end. */
  between(account: AccountID, peer: AccountID, currency: Currency): AccountLine | undefined {
    const entry = this.view.read(keylet.line(account, peer, currency));
    return entry && seenFrom(account, entry);
  }
}

function* readLines(view: ReadView, account: AccountID): Generator<AccountLine> {
  for (const key of dirEntries(view, keylet.ownerDirectory(account))) {
    const entry = view.readKey(key);
    if (entry?.LedgerEntryType === "RippleState") yield seenFrom(account, entry);
  }
}

function seenFrom(account: AccountID, line: Readonly<RippleState>): AccountLine {
  const low = (line.LowLimit as IssuedAmount).issuer;
  const high = (line.HighLimit as IssuedAmount).issuer;
  const peer = account === low ? high : low;
  const own = sideOf(account, peer);
  const other = sideOf(peer, account);
  const balance = balanceFor(line, account, peer);
  return {
    peer,
    currency: balance.currency,
    balance,
    limit: limitOf(line, account, peer),
    peerLimit: limitOf(line, peer, account),
    hasAuthorized: hasFlag(line.Flags, own.auth),
    noRipple: hasFlag(line.Flags, own.noRipple),
    peerNoRipple: hasFlag(line.Flags, other.noRipple),
    peerFreeze: hasFlag(line.Flags, other.freeze),
  };
}

/** Whether this end can pay over the line: it holds some of the peer's money, or the peer still takes some of its own. */
export const canPayOver = (line: AccountLine): boolean =>
  isPositive(line.balance) ||
  (!isZero(line.peerLimit) && compareAmounts(negate(line.balance), line.peerLimit) < 0);

/** An end that requires authorization lets its own money out only over lines that it authorized. */
export const hasCredit = (line: AccountLine, requiresAuth: boolean): boolean =>
  canPayOver(line) && (!requiresAuth || line.hasAuthorized || line.balance.mantissa > 0n);

/** Whether the peer lets money that comes over the line go on. */
export const isOpenBeyond = (line: AccountLine): boolean => !line.peerNoRipple && !line.peerFreeze;

/** Currencies that an account could pay with; the native one first, if wanted. */
export function sourceCurrencies(
  lines: AccountLines,
  account: AccountID,
  native: Currency | undefined,
): Currency[] {
  const currencies = new Set<Currency>(native === undefined ? [] : [native]);
  for (const line of lines.of(account)) if (canPayOver(line)) currencies.add(line.currency);
  return [...currencies];
}

/** Currencies that an account could take more of; the native one first, if wanted. */
export function destinationCurrencies(
  lines: AccountLines,
  account: AccountID,
  native: Currency | undefined,
): Currency[] {
  const currencies = new Set<Currency>(native === undefined ? [] : [native]);
  for (const line of lines.of(account)) {
    if (compareAmounts(line.balance, line.limit) < 0) currencies.add(line.currency);
  }
  return [...currencies];
}
