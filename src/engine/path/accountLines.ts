import { compareAmounts, isPositive, isZero, negate } from "../../protocol/amounts/arithmetic.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { hasFlag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Currency } from "../../protocol/types.ts";
import { dirEntries } from "../../state/directory.ts";
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

/** The trust lines of accounts in one ledger, each account's read once. */
export class AccountLines {
  private readonly view: ReadView;
  private readonly linesByAccount = new Map<AccountID, readonly AccountLine[]>();

  constructor(view: ReadView) {
    this.view = view;
  }

  /** In the order of the owner directory. */
  of(account: AccountID): readonly AccountLine[] {
    let lines = this.linesByAccount.get(account);
    if (lines === undefined) {
      lines = [...readLines(this.view, account)];
      this.linesByAccount.set(account, lines);
    }
    return lines;
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
