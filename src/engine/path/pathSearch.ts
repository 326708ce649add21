import {
  isNativeCurrency,
  nativeAccount,
  nativeCurrency,
  nativeIssue,
} from "../../protocol/amounts/issue.ts";
import { hasFlag } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Currency, Issue } from "../../protocol/types.ts";
import { sideOf } from "../trust/lineSide.ts";
import { NextAccounts } from "./nextAccounts.ts";
import {
  hasSeen,
  type PathElement,
  type PathElements,
  pathText,
  throughAccount,
  throughBook,
} from "./pathElement.ts";
import type { PathWorld } from "./pathWorld.ts";
import { type PaymentKind, type SearchStep, searchTable } from "./searchTable.ts";

/** What is looked for: ways for money of one kind, from one account, to become money of another, at another. */
export interface PathGoal {
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly sourceCurrency: Currency;
  readonly sourceIssuer: AccountID | undefined;
  readonly destinationIssue: Issue;
}

/** Enough is enough: the search ends when it has this many. */
const maxCompletePaths = 1000;
/** How many accounts to try from one account, and from the source. */
const maxCandidates = 10;
const maxCandidatesFromSource = 50;
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
  private readonly nextAccounts: NextAccounts;

  constructor(goal: PathGoal, world: PathWorld) {
    this.goal = goal;
    this.world = world;
    const { destinationIssue, destination, sourceCurrency, sourceIssuer, source } = goal;
    this.effectiveDestination = isNativeCurrency(destinationIssue.currency)
      ? destination
      : destinationIssue.issuer;
    const { effectiveDestination } = this;
    this.nextAccounts = new NextAccounts(
      { source, destination, effectiveDestination, destinationIssue },
      world,
    );
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
        yield* this.extend(path, step, found);
        yield;
      }
    }
    this.pathsByShape.set(shape, found);
    return found;
  }

  private *extend(path: PathElements, step: SearchStep, found: PathElements[]): Generator<undefined, void> {
    const end = path.at(-1) ?? this.origin;
    if (step === "a" || step === "d") yield* this.addAccounts(path, end, step === "d", found);
    else if (step === "x") this.addNativeBook(path, end, found);
    else this.addBooks(path, end, step === "f", found);
  }

  private addComplete(path: PathElements): void {
    const text = pathText(path);
    if (!this.complete.has(text)) this.complete.set(text, path);
  }

  private *addAccounts(
    path: PathElements,
    end: PathElement,
    onlyDestination: boolean,
    found: PathElements[],
  ): Generator<undefined, void> {
    const { destinationIssue, source } = this.goal;
    if (isNativeCurrency(end.currency)) {
      if (isNativeCurrency(destinationIssue.currency) && path.length > 0) this.addComplete(path);
      return;
    }
    const endsWithNoRipple = this.endsWithNoRipple(path);
    if (
      end.currency === destinationIssue.currency &&
      path.length > 0 &&
      this.endsHere(path, end, endsWithNoRipple)
    )
      this.addComplete(path);
    if (onlyDestination) return;
    const most = end.account === source ? maxCandidatesFromSource : maxCandidates;
    for (const account of yield* this.nextAccounts.after(path, end, endsWithNoRipple, most))
      found.push([...path, throughAccount(account, end.currency)]);
  }

  /** Whether the money has come to an account that can pay it where it shall go. */
  private endsHere(
    path: PathElements,
    { account, currency }: PathElement,
    endsWithNoRipple: boolean,
  ): boolean {
    const { effectiveDestination } = this;
    if (hasSeen(path, effectiveDestination, currency, effectiveDestination)) return false;
    const line = this.nextAccounts.lineToDestination(account, currency);
    return line !== undefined && !(endsWithNoRipple && line.noRipple);
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
}
