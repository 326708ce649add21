import { hasFlag, lsfGlobalFreeze, lsfRequireAuth } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Currency } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { AccountLines, hasCredit, isOpenBeyond } from "./accountLines.ts";
import type { BookIndex } from "./bookIndex.ts";

/** Lines that are looked at before others may have their turn. */
const linesAtOnce = 500;
/** So many of what follows are remembered; then it begins anew. */
const remembered = 1_000_000;

/** A line that an account can pay over, and what is beyond it. */
export interface LineOut {
  readonly peer: AccountID;
  /** The account that pays has set NoRipple on the line. */
  readonly noRipple: boolean;
  /** How many ways lead on from the peer's money, wherever it shall go: see {@link PathWorld.waysOut}. */
  readonly waysOut: number;
}

/** The ledger that is searched, and what was found out about it already: one search after the other asks the same. */
export class PathWorld {
  readonly view: ReadView;
  readonly books: BookIndex;
  readonly lines: AccountLines;
  private readonly waysOutByIssue = new Map<string, number>();
  private readonly linesOutByIssue = new Map<string, readonly LineOut[]>();
  private readonly peersByIssue = new Map<string, ReadonlySet<AccountID>>();
  private size = 0;

  constructor(view: ReadView, books: BookIndex) {
    this.view = view;
    this.books = books;
    this.lines = new AccountLines(view);
  }

  /** The lines in this currency that an account can pay over, in the order of its directory. */
  *linesOut(account: AccountID, currency: Currency): Generator<undefined, readonly LineOut[]> {
    const text = currency + account;
    const known = this.linesOutByIssue.get(text);
    if (known !== undefined) return known;
    const root = this.view.read(keylet.account(account));
    const requiresAuth = root !== undefined && hasFlag(root.Flags, lsfRequireAuth);
    const linesOut: LineOut[] = [];
    for (const line of root === undefined ? [] : yield* this.lines.reading(account)) {
      yield;
      if (line.currency !== currency || !hasCredit(line, requiresAuth)) continue;
      const { peer, noRipple } = line;
      linesOut.push({ peer, noRipple, waysOut: yield* this.waysOut(peer, currency) });
    }
    this.makeRoom(linesOut.length);
    this.linesOutByIssue.set(text, linesOut);
    return linesOut;
  }

  /**
   * How many ways lead on from an issuer's money: books that take it, and lines that have room. -1 where the issuer has
   * frozen all its money, or is not there.
   */
  *waysOut(issuer: AccountID, currency: Currency): Generator<undefined, number> {
    const text = currency + issuer;
    const known = this.waysOutByIssue.get(text);
    if (known !== undefined) return known;
    const count = yield* this.countWaysOut(issuer, currency);
    this.makeRoom(1);
    this.waysOutByIssue.set(text, count);
    return count;
  }

  /** All accounts that have a line in this currency with an account. */
  *peersOf(account: AccountID, currency: Currency): Generator<undefined, ReadonlySet<AccountID>> {
    const text = currency + account;
    const known = this.peersByIssue.get(text);
    if (known !== undefined) return known;
    const peers = new Set<AccountID>();
    for (const line of yield* this.lines.reading(account))
      if (line.currency === currency) peers.add(line.peer);
    this.makeRoom(peers.size);
    this.peersByIssue.set(text, peers);
    return peers;
  }

  private *countWaysOut(issuer: AccountID, currency: Currency): Generator<undefined, number> {
    const root = this.view.read(keylet.account(issuer));
    if (root === undefined || hasFlag(root.Flags, lsfGlobalFreeze)) return -1;
    const requiresAuth = hasFlag(root.Flags, lsfRequireAuth);
    let count = this.books.booksTakerPays({ currency, issuer }).length;
    let seen = 0;
    for (const line of yield* this.lines.reading(issuer)) {
      if (++seen % linesAtOnce === 0) yield;
      if (line.currency === currency && hasCredit(line, requiresAuth) && isOpenBeyond(line)) count++;
    }
    return count;
  }

  private makeRoom(more: number): void {
    this.size += more;
    if (this.size <= remembered) return;
    this.size = more;
    this.waysOutByIssue.clear();
    this.linesOutByIssue.clear();
    this.peersByIssue.clear();
  }
}
