import {
  addAmounts,
  compareAmounts,
  divide,
  equalAmounts,
  isPositive,
  subtractAmounts,
} from "../../protocol/amounts/arithmetic.ts";
import { issuedAmount, largestAmount } from "../../protocol/amounts/canonicalAmount.ts";
import { isNativeCurrency, issueOf, nativeAccount } from "../../protocol/amounts/issue.ts";
import { getRate, type Quality } from "../../protocol/amounts/quality.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Amount, Currency, Issue } from "../../protocol/types.ts";
import { accountReserve } from "../../state/view.ts";
import type { FlowOutcome } from "../payment/flow.ts";
import { PaymentSandbox } from "../payment/paymentSandbox.ts";
import { rippleCalculateInSteps } from "../payment/rippleCalculate.ts";
import { type PathElements, toPathStep } from "./pathElement.ts";
import { PathSearch } from "./pathSearch.ts";
import type { PathWorld } from "./pathWorld.ts";

/** A payment that paths are wanted for. */
export interface PathPayment {
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly sourceCurrency: Currency;
  readonly sourceIssuer?: AccountID | undefined;
  /** What is to arrive; -1 means as much as can be. */
  readonly deliver: Amount;
  /** The most to be spent; without it there is no limit. */
  readonly maximum?: Amount | undefined;
}

interface Worth {
  /** What it costs: a greater number is worse. */
  readonly quality: Quality;
  readonly liquidity: Amount;
}

interface Rank extends Worth {
  readonly path: PathElements;
  readonly index: number;
}

/** The paths that a search chose. */
export interface BestPaths {
  readonly paths: readonly PathElements[];
  /** One more path, which could carry the whole payment by itself. */
  readonly covering: PathElements | undefined;
}

/** Minus one of an issue: in a request it stands for "no limit" or "all there is". */
export const minusOne = (issue: Issue): Amount =>
  isNativeCurrency(issue.currency) ? -1n : issuedAmount(-1n, 0, issue);

/** Whether an amount is the "no limit" of {@link minusOne}. */
export const isMinusOne = (amount: Amount): boolean => equalAmounts(amount, minusOne(issueOf(amount)));

/**
 * Finds paths for one payment from one source currency, tries each one out on the ledger, and picks the best.
 *
 * Everything that takes long is a generator that pauses between pieces of work. Source: the reference's
 * Pathfinder.cpp.
 */
export class Pathfinder {
  private readonly payment: PathPayment;
  private readonly world: PathWorld;
  private readonly search: PathSearch;
  private readonly convertsAll: boolean;
  private readonly maximum: Amount;
  private ranks: Rank[] = [];
  private remaining: Amount;

  constructor(payment: PathPayment, world: PathWorld) {
    this.payment = payment;
    this.world = world;
    const { source, destination, sourceCurrency, sourceIssuer, deliver, maximum } = payment;
    const destinationIssue = issueOf(deliver);
    this.search = new PathSearch(
      { source, destination, sourceCurrency, sourceIssuer, destinationIssue },
      world,
    );
    this.convertsAll = isMinusOne(deliver);
    const spender = isNativeCurrency(sourceCurrency) ? nativeAccount : source;
    this.maximum = maximum ?? minusOne({ currency: sourceCurrency, issuer: sourceIssuer ?? spender });
    this.remaining = this.convertsAll ? largestAmount(destinationIssue) : deliver;
  }

  /** Collects paths and ranks them. False when the payment can make no sense over any path. */
  *find(level: number, maxPaths: number): Generator<undefined, boolean> {
    if (!this.fundsDestination() || !(yield* this.search.search(level))) return false;
    yield* this.subtractDefaultPath();
    yield;
    this.ranks = yield* this.rank(this.search.paths, maxPaths);
    return true;
  }

  /**
   * The best paths found, and `extra` ones that served the last time, best first. The last one that fits must
   * carry all that the others leave.
   */
  *best(
    maxPaths: number,
    extra: readonly PathElements[],
    sourceIssuer: AccountID,
  ): Generator<undefined, BestPaths> {
    const { sourceCurrency, source, deliver } = this.payment;
    const issuerIsSender = isNativeCurrency(sourceCurrency) || sourceIssuer === source;
    const extraRanks = yield* this.rank(extra, maxPaths);
    const paths: PathElements[] = [];
    let covering: PathElements | undefined;
    let { remaining } = this;
    for (const { rank, isExtra } of mergeRanks(this.ranks, extraRanks)) {
      const room = maxPaths - paths.length;
      if (room <= 0 && covering !== undefined) break;
      let { path } = rank;
      if (!issuerIsSender && !isExtra) {
        // Spending money of this issuer, a path goes through it; that first step is implied.
        if (path.length === 1 || path[0]!.account !== sourceIssuer) continue;
        path = path.slice(1);
      }
      if (room > 1 || (room > 0 && compareAmounts(rank.liquidity, remaining) >= 0)) {
        remaining = subtractAmounts(remaining, rank.liquidity);
        paths.push(path);
      } else if (room === 0 && covering === undefined && compareAmounts(rank.liquidity, deliver) >= 0) {
        covering = path;
      }
    }
    return { paths, covering };
  }

  /** An account that is not there yet must be sent its reserve. */
  private fundsDestination(): boolean {
    const { deliver, destination } = this.payment;
    if (!this.convertsAll && !isPositive(deliver)) return false;
    const { view } = this.world;
    if (typeof deliver !== "bigint" || view.has(keylet.account(destination))) return true;
    return deliver >= accountReserve(view.fees, 0);
  }

  private *subtractDefaultPath(): Generator<undefined, void> {
    const outcome = yield* this.calculate(new PaymentSandbox(this.world.view), this.remaining, [], true);
    if (outcome.result === "tesSUCCESS") this.remaining = subtractAmounts(this.remaining, outcome.out);
  }

  private *rank(paths: readonly PathElements[], maxPaths: number): Generator<undefined, Rank[]> {
    const least = this.leastUseful(maxPaths);
    const ranks: Rank[] = [];
    for (const [index, path] of paths.entries()) {
      if (path.length === 0) continue;
      const worth = yield* this.tryOut(path, least);
      if (worth !== undefined) ranks.push({ path, index, ...worth });
      yield;
    }
    return ranks.sort((a, b) => this.compareRanks(a, b));
  }

  /** Paths that move only very little are left out; where all is to be converted, all is asked for. */
  private leastUseful(maxPaths: number): Amount {
    const { deliver } = this.payment;
    if (this.convertsAll) return largestAmount(issueOf(deliver));
    return divide(deliver, BigInt(maxPaths + 2), issueOf(deliver));
  }

  private *tryOut(path: PathElements, least: Amount): Generator<undefined, Worth | undefined> {
    const sandbox = new PaymentSandbox(this.world.view);
    const first = yield* this.calculate(sandbox, least, [path], false, this.convertsAll);
    if (first.result !== "tesSUCCESS") return undefined;
    const quality = getRate(first.out, first.in);
    if (this.convertsAll) return { quality, liquidity: first.out };
    const left = subtractAmounts(this.payment.deliver, first.out);
    const more = yield* this.calculate(sandbox, left, [path], false, true);
    const liquidity = more.result === "tesSUCCESS" ? addAmounts(first.out, more.out) : first.out;
    return { quality, liquidity };
  }

  private calculate(
    sandbox: PaymentSandbox,
    deliver: Amount,
    paths: readonly PathElements[],
    defaultPath: boolean,
    partialPayment = true,
  ): Generator<undefined, FlowOutcome> {
    const { source, destination } = this.payment;
    return rippleCalculateInSteps(sandbox, {
      source,
      destination,
      deliver,
      maximum: this.maximum,
      paths: paths.map((path) => path.map(toPathStep)),
      defaultPath,
      partialPayment,
    });
  }

  /** Cheaper first, then the one that carries more, then the shorter. */
  private compareRanks(a: Rank, b: Rank): number {
    if (!this.convertsAll && a.quality !== b.quality) return a.quality < b.quality ? -1 : 1;
    return compareAmounts(b.liquidity, a.liquidity) || a.path.length - b.path.length || b.index - a.index;
  }
}

/** Both lists in one, best first; where the two are level they are taken for the same path, and it comes once. */
function* mergeRanks(
  found: readonly Rank[],
  extra: readonly Rank[],
): Generator<{ rank: Rank; isExtra: boolean }> {
  let i = 0;
  let j = 0;
  while (i < found.length || j < extra.length) {
    const ours = found[i];
    const theirs = extra[j];
    const order = ours === undefined ? 1 : theirs === undefined ? -1 : compareMerged(ours, theirs);
    if (order >= 0) j++;
    if (order <= 0) i++;
    yield order <= 0 ? { rank: ours!, isExtra: false } : { rank: theirs!, isExtra: true };
  }
}

function compareMerged(ours: Rank, theirs: Rank): number {
  if (ours.quality !== theirs.quality) return ours.quality < theirs.quality ? -1 : 1;
  return compareAmounts(theirs.liquidity, ours.liquidity);
}
