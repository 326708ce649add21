import {
  isNativeCurrency,
  nativeAccount,
  nativeCurrency,
  nativeIssue,
} from "../../protocol/amounts/issue.ts";
import { hasFlag, lsfGlobalFreeze, lsfRequireAuth } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Currency, Issue } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { sideOf } from "../trust/lineSide.ts";
import { type AccountLine, type AccountLines, canPayOver } from "./accountLines.ts";
import type { BookIndex } from "./bookIndex.ts";
import { type Candidate, orderCandidates } from "./candidates.ts";
import {
  hasSeen,
  type PathElement,
  type PathElements,
  pathText,
  throughAccount,
  throughBook,
} from "./pathElement.ts";
import { type PaymentKind, type SearchStep, searchTable } from "./searchTable.ts";

/** What is looked for: ways for money of one kind, from one account, to become money of another, at another. */
export interface PathGoal {
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly sourceCurrency: Currency;
  readonly sourceIssuer: AccountID | undefined;
  readonly destinationIssue: Issue;
}

/** The ledger that is searched, and what was read of it already. */
export interface PathWorld {
  readonly view: ReadView;
  readonly lines: AccountLines;
  readonly books: BookIndex;
}

/** Enough is enough: the search ends when it has this many. */
const maxCompletePaths = 1000;
/** How many accounts to try from one account, and from the source. */
const maxCandidates = 10;
const maxCandidatesFromSource = 50;
/** A candidate that leads to the destination's issuer goes before all others. */
const highPriority = 10_000;

/**
 * Collects paths that could lead from source to destination, shape by shape; what they are worth is found out
 * later. Source: the reference's Pathfinder.cpp.
 *
 * It works in slices: `search` is a generator that pauses between pieces of work, so that the caller can let others
 * have their turn.
 */
export class PathSearch {
  private readonly goal: PathGoal;
  private readonly world: PathWorld;
  private readonly origin: PathElement;
  /** The issuer that the money must reach: paths end there, and the rest is implied. */
  private readonly effectiveDestination: AccountID;
  private readonly complete = new Map<string, PathElements>();
  private readonly pathsByShape = new Map<string, PathElements[]>();
  private readonly waysOut = new Map<string, number>();

  constructor(goal: PathGoal, world: PathWorld) {
    this.goal = goal;
    this.world = world;
    const { destinationIssue, destination, sourceCurrency, sourceIssuer, source } = goal;
    this.effectiveDestination = isNativeCurrency(destinationIssue.currency)
      ? destination
      : destinationIssue.issuer;
    const isNative = isNativeCurrency(sourceCurrency);
    const account =
      !isNative && sourceIssuer !== undefined && sourceIssuer !== nativeAccount ? sourceIssuer : source;
    this.origin = {
      kind: "account",
      account,
      currency: sourceCurrency,
      issuer: isNative ? nativeAccount : account,
    };
  }

  /** The paths found, in the order they were. */
  get paths(): PathElements[] {
    return [...this.complete.values()];
  }

  /** Searches up to a level. Returns false when no path can make sense, default or not. */
  *search(level: number): Generator<undefined, boolean> {
    const { source, destination, sourceCurrency, destinationIssue } = this.goal;
    const { view } = this.world;
    const isSameCurrency = sourceCurrency === destinationIssue.currency;
    if (source === destination && destination === this.effectiveDestination && isSameCurrency) return false;
    if (source === this.effectiveDestination && isSameCurrency) return true; // any path would be a loop
    if (!view.has(keylet.account(source))) return false;
    if (!view.has(keylet.account(this.effectiveDestination)) && this.effectiveDestination !== destination)
      return false;
    if (!view.has(keylet.account(destination)) && !isNativeCurrency(destinationIssue.currency)) return false;

    for (const [from, shape] of searchTable[this.paymentKind()]) {
      if (from > level) continue;
      yield* this.pathsOfShape(shape);
      if (this.complete.size > maxCompletePaths) break;
    }
    return true;
  }

  private paymentKind(): PaymentKind {
    const from = this.goal.sourceCurrency;
    const to = this.goal.destinationIssue.currency;
    if (isNativeCurrency(from)) return isNativeCurrency(to) ? "nativeToNative" : "nativeToIssued";
    if (isNativeCurrency(to)) return "issuedToNative";
    return from === to ? "issuedToSame" : "issuedToOther";
  }

  private *pathsOfShape(shape: string): Generator<undefined, PathElements[]> {
    const known = this.pathsByShape.get(shape);
    if (known !== undefined) return known;
    const found: PathElements[] = [];
    const step = shape.at(-1) as SearchStep;
    if (step === "s") {
      found.push([]);
    } else {
      for (const path of yield* this.pathsOfShape(shape.slice(0, -1))) {
        this.extend(path, step, found);
        yield;
      }
    }
    this.pathsByShape.set(shape, found);
    return found;
  }

  private extend(path: PathElements, step: SearchStep, found: PathElements[]): void {
    const end = path.at(-1) ?? this.origin;
    if (step === "a" || step === "d") this.addAccounts(path, end, step === "d", found);
    else if (step === "x") this.addNativeBook(path, end, found);
    else this.addBooks(path, end, step === "f", found);
  }

  private addComplete(path: PathElements): void {
    const text = pathText(path);
    if (!this.complete.has(text)) this.complete.set(text, path);
  }

  private addAccounts(
    path: PathElements,
    end: PathElement,
    onlyDestination: boolean,
    found: PathElements[],
  ): void {
    const { destinationIssue, source } = this.goal;
    if (isNativeCurrency(end.currency)) {
      if (isNativeCurrency(destinationIssue.currency) && path.length > 0) this.addComplete(path);
      return;
    }
    const root = this.world.view.read(keylet.account(end.account));
    if (root === undefined) return;
    const requiresAuth = hasFlag(root.Flags, lsfRequireAuth);
    const endsWithNoRipple = this.endsWithNoRipple(path);
    const candidates: Candidate[] = [];
    for (const line of this.world.lines.of(end.account)) {
      if (line.currency !== end.currency || this.skipsIssuer(line.peer)) continue;
      const leadsToDestination = line.peer === this.effectiveDestination;
      if (onlyDestination && !leadsToDestination) continue;
      if (hasSeen(path, line.peer, end.currency, line.peer)) continue;
      if (!hasCredit(line, requiresAuth) || (endsWithNoRipple && line.noRipple)) continue;
      if (leadsToDestination) {
        if (end.currency === destinationIssue.currency) {
          if (path.length > 0) this.addComplete(path);
        } else if (!onlyDestination) {
          candidates.push({ priority: highPriority, account: line.peer });
        }
      } else if (line.peer !== source) {
        const priority = this.countWaysOut({ currency: end.currency, issuer: line.peer });
        if (priority > 0) candidates.push({ priority, account: line.peer });
      }
    }
    const most = end.account === source ? maxCandidatesFromSource : maxCandidates;
    const ordered = orderCandidates(candidates, this.world.view.ledgerIndex);
    for (const { account } of ordered.slice(0, most))
      found.push([...path, throughAccount(account, end.currency)]);
  }

  /** Where the money must go by way of its issuer, a line straight to the destination would leave that out. */
  private skipsIssuer(account: AccountID): boolean {
    return this.effectiveDestination !== this.goal.destination && account === this.goal.destination;
  }

  private addNativeBook(path: PathElements, end: PathElement, found: PathElements[]): void {
    if (isNativeCurrency(end.currency)) return;
    const books = this.world.books.booksTakerPays(end);
    if (books.some(({ currency }) => isNativeCurrency(currency)))
      found.push([...path, throughBook(nativeIssue)]);
  }

  private addBooks(path: PathElements, end: PathElement, onlyFinal: boolean, found: PathElements[]): void {
    const { destinationIssue, destination } = this.goal;
    for (const gets of this.world.books.booksTakerPays(end)) {
      if (hasSeen(path, nativeAccount, gets.currency, gets.issuer) || this.isOrigin(gets)) continue;
      const isFinal = gets.currency === destinationIssue.currency;
      if (onlyFinal && !isFinal) continue;
      if (isNativeCurrency(gets.currency)) {
        const longer = [...path, throughBook(gets)];
        if (isNativeCurrency(destinationIssue.currency)) this.addComplete(longer);
        else found.push(longer);
        continue;
      }
      if (hasSeen(path, gets.issuer, gets.currency, gets.issuer)) continue;
      // From book to account to book, the account in the middle goes without saying.
      const isRedundant = path.length >= 2 && end.kind === "account" && path.at(-2)!.kind === "book";
      const longer = [...(isRedundant ? path.slice(0, -1) : path), throughBook(gets)];
      if (isFinal && this.skipsIssuer(gets.issuer) && gets.issuer === destination) continue;
      if (isFinal && gets.issuer === this.effectiveDestination) this.addComplete(longer);
      else found.push([...longer, throughAccount(gets.issuer, gets.currency)]);
    }
  }

  private isOrigin(issue: Issue): boolean {
    const { sourceCurrency, sourceIssuer, source } = this.goal;
    if (issue.currency !== sourceCurrency) return false;
    return issue.currency === nativeCurrency || issue.issuer === sourceIssuer || issue.issuer === source;
  }

  /** Whether the last account of the path has set NoRipple on the line that leads to it. */
  private endsWithNoRipple(path: PathElements): boolean {
    const end = path.at(-1);
    if (end?.kind !== "account") return false;
    const from = path.length === 1 ? this.goal.source : path.at(-2)!.account;
    const line = this.world.view.read(keylet.line(end.account, from, end.currency));
    return line !== undefined && hasFlag(line.Flags, sideOf(end.account, from).noRipple);
  }

  /** How many ways lead on from an issuer's money: books that take it, and lines that have room. */
  private countWaysOut(issue: Issue): number {
    const text = issue.currency + issue.issuer;
    const known = this.waysOut.get(text);
    if (known !== undefined) return known;
    const count = this.count(issue);
    this.waysOut.set(text, count);
    return count;
  }

  private count(issue: Issue): number {
    const root = this.world.view.read(keylet.account(issue.issuer));
    if (root === undefined || hasFlag(root.Flags, lsfGlobalFreeze)) return 0;
    const requiresAuth = hasFlag(root.Flags, lsfRequireAuth);
    const isFinalCurrency = issue.currency === this.goal.destinationIssue.currency;
    let count = this.world.books.booksTakerPays(issue).length;
    for (const line of this.world.lines.of(issue.issuer)) {
      if (line.currency !== issue.currency || !hasCredit(line, requiresAuth)) continue;
      if (isFinalCurrency && line.peer === this.effectiveDestination) count += highPriority;
      else if (!line.peerNoRipple && !line.peerFreeze) count++;
    }
    return count;
  }
}

/** An end that requires authorization lets its own money out only over lines that it authorized. */
const hasCredit = (line: AccountLine, requiresAuth: boolean): boolean =>
  canPayOver(line) && (!requiresAuth || line.hasAuthorized || line.balance.mantissa > 0n);
