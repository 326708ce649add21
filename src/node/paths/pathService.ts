import { AccountLines, destinationCurrencies, sourceCurrencies } from "../../engine/path/accountLines.ts";
import type { BookIndex } from "../../engine/path/bookIndex.ts";
import { type PathElements, toPathStep } from "../../engine/path/pathElement.ts";
import { isMinusOne, minusOne, Pathfinder } from "../../engine/path/pathfinder.ts";
import { PathWorld } from "../../engine/path/pathWorld.ts";
import { PaymentSandbox } from "../../engine/payment/paymentSandbox.ts";
import { rippleCalculateInSteps } from "../../engine/payment/rippleCalculate.ts";
import { largestAmount } from "../../protocol/amounts/canonicalAmount.ts";
import {
  isNativeCurrency,
  issueOf,
  nativeAccount,
  nativeCurrency,
  sameIssue,
  withIssuer,
} from "../../protocol/amounts/issue.ts";
import type { AccountID, Amount, Currency, Issue, PathSet } from "../../protocol/types.ts";
import { RememberingView } from "../../state/rememberingView.ts";
import type { Ledger } from "../ledger.ts";
import { Slices } from "./slices.ts";

/** What a path request asks for, checked. */
export interface PathQuery {
  readonly source: AccountID;
  readonly destination: AccountID;
  /** What shall arrive; -1 of it stands for as much as possible. */
  readonly destinationAmount: Amount;
  /** The most that may be spent; only together with a destination amount of -1. */
  readonly sendMax: Amount | undefined;
  /** What may be spent; undefined leaves it to the search: everything that the source has. */
  readonly sourceIssues: readonly Issue[] | undefined;
}

/** One way to pay. */
export interface PathAlternative {
  readonly sourceAmount: Amount;
  readonly paths: PathSet;
  /** What arrives; only where as much as possible is asked for. */
  readonly destinationAmount: Amount | undefined;
}

/** What one search hands to the next for the same request: paths that served are tried again. */
export type KnownPaths = Map<string, readonly PathElements[]>;

/** Search levels of the reference's configuration: a first look, the usual, the most. */
export const searchLevels = { fast: 2, usual: 7, most: 10 } as const;

const maxPaths = 4;
/** Pieces of work (a line looked at, a path extended, a price paid) that may be done before others have their turn. */
const maxStepsAtOnce = 20_000;
/** A source with more currencies than this must say which ones it would spend. */
const maxSourceCurrencies = 88;

/**
 * Finds payment paths. Searches take their turns: they run one after the other, in short slices between which the
 * event loop serves everybody else. Source of the rules: the reference's PathRequest.cpp.
 */
export class PathService {
  private readonly slices = new Slices();
  /** What was read of the closed and the open ledger that were searched last: searches ask for the same lines. */
  private readonly lastWorlds = new Map<"closed" | "open", KnownWorld>();

  /** How many searches run or wait. */
  get inProgress(): number {
    return this.slices.inProgress;
  }

  /**
   * Ways to pay, one for each source currency that has any; undefined where there are too many currencies to look
   * at. The ledger must stay as it is meanwhile: see {@link Ledger.frozen}.
   */
  alternatives(
    ledger: Ledger,
    query: PathQuery,
    level: number,
    known: KnownPaths = new Map(),
  ): Promise<readonly PathAlternative[] | undefined> {
    return this.slices.run(searchAlternatives(this.worldOf(ledger), query, level, known));
  }

  /**
   * Up to four paths for one payment whose `Paths` the server shall fill in before it signs it. Answers at once, with
   * what a bounded piece of work has found.
   */
  bestPaths(
    ledger: Ledger,
    source: AccountID,
    destination: AccountID,
    sendMax: Amount,
    amount: Amount,
  ): PathSet {
    const search = searchBest(this.worldOf(ledger), source, destination, sendMax, amount);
    for (let steps = 0; steps < maxStepsAtOnce; steps++) {
      const step = search.next();
      if (step.done === true) return step.value;
    }
    return [];
  }

  private worldOf(ledger: Ledger): PathWorld {
    const { hash, parentHash } = ledger;
    const kind = hash === undefined ? "open" : "closed";
    // Nothing but a further transaction changes the open ledger that follows a closed one.
    const state = hash ?? `${parentHash} ${ledger.transactionCount()}`;
    let last = this.lastWorlds.get(kind);
    if (last?.state !== state) {
      last = { state, world: newWorld(ledger.frozen()) };
      this.lastWorlds.set(kind, last);
    }
    return last.world;
  }

  /** Gives up whatever still runs. */
  stop(): void {
    this.slices.stop();
  }
}

interface KnownWorld {
  /** Tells the ledger, and how far it has come. */
  readonly state: string;
  readonly world: PathWorld;
}

function newWorld(ledger: Ledger): PathWorld {
  const view = new RememberingView(ledger);
  return new PathWorld(view, remembered(ledger.books()));
}

function remembered(books: BookIndex): BookIndex {
  const known = new Map<string, readonly Issue[]>();
  return {
    booksTakerPays(issue) {
      const text = issue.currency + issue.issuer;
      let gets = known.get(text);
      if (gets === undefined) {
        gets = books.booksTakerPays(issue);
        known.set(text, gets);
      }
      return gets;
    },
  };
}

/** Currencies that an account could be paid in, the native one first if wanted. */
export const payableCurrencies = (ledger: Ledger, account: AccountID, withNative: boolean): Currency[] =>
  destinationCurrencies(new AccountLines(ledger), account, withNative ? nativeCurrency : undefined);

function* searchAlternatives(
  world: PathWorld,
  query: PathQuery,
  level: number,
  known: KnownPaths,
): Generator<undefined, readonly PathAlternative[] | undefined> {
  const issues = issuesToSpend(world, query);
  if (issues === undefined) return undefined;
  const finders = new Map<Currency, Pathfinder | undefined>();
  const alternatives: PathAlternative[] = [];
  for (const issue of issues) {
    if (!finders.has(issue.currency)) {
      const { source, destination, destinationAmount: deliver, sendMax: maximum } = query;
      const finder = new Pathfinder(
        { source, destination, sourceCurrency: issue.currency, deliver, maximum },
        world,
      );
      const makesSense = yield* finder.find(level, maxPaths);
      finders.set(issue.currency, makesSense ? finder : undefined);
    }
    const finder = finders.get(issue.currency);
    if (finder === undefined) continue;
    const alternative = yield* alternativeFor(world, query, issue, finder, known);
    if (alternative !== undefined) alternatives.push(alternative);
  }
  return alternatives;
}

/** In rising order of currency, then issuer. */
function issuesToSpend(world: PathWorld, query: PathQuery): readonly Issue[] | undefined {
  const { source, destination, destinationAmount, sendMax, sourceIssues } = query;
  if (sourceIssues !== undefined && sourceIssues.length > 0) return inOrder(sourceIssues);
  if (sendMax !== undefined) return [issueOf(sendMax)];
  const wanted = issueOf(destinationAmount).currency;
  const currencies = sourceCurrencies(world.lines, source, nativeCurrency).filter(
    (currency) => source !== destination || currency !== wanted,
  );
  if (currencies.length > maxSourceCurrencies) return undefined;
  return inOrder(
    currencies.map((currency) => ({
      currency,
      issuer: isNativeCurrency(currency) ? nativeAccount : source,
    })),
  );
}

function inOrder(issues: readonly Issue[]): Issue[] {
  const text = ({ currency, issuer }: Issue) => currency + issuer;
  const unique = new Map(issues.map((issue) => [text(issue), issue]));
  return [...unique.keys()].sort().map((key) => unique.get(key)!);
}

function* alternativeFor(
  world: PathWorld,
  query: PathQuery,
  issue: Issue,
  finder: Pathfinder,
  known: KnownPaths,
): Generator<undefined, PathAlternative | undefined> {
  const { source, destination, destinationAmount, sendMax } = query;
  const key = issue.currency + issue.issuer;
  const { paths, covering } = yield* finder.best(maxPaths, known.get(key) ?? [], issue.issuer);
  known.set(key, paths);

  const convertsAll = isMinusOne(destinationAmount);
  const maximum = sendMax ?? minusOne(issue);
  const tryWith = (elements: readonly PathElements[], partialPayment: boolean) =>
    rippleCalculateInSteps(new PaymentSandbox(world.view), {
      source,
      destination,
      deliver: convertsAll ? largestAmount(issueOf(destinationAmount)) : destinationAmount,
      maximum,
      paths: elements.map((path) => path.map(toPathStep)),
      partialPayment,
    });
  let used = paths;
  let outcome = yield* tryWith(used, convertsAll);
  yield;
  const fellShort = outcome.result === "terNO_LINE" || outcome.result === "tecPATH_PARTIAL";
  if (!convertsAll && covering !== undefined && fellShort) {
    used = [...paths, covering];
    outcome = yield* tryWith(used, false);
    yield;
  }
  if (outcome.result !== "tesSUCCESS") return undefined;
  return {
    sourceAmount: sameIssue(issueOf(outcome.in), issue) ? outcome.in : withIssuer(outcome.in, issue.issuer),
    paths: used.map((path) => path.map(toPathStep)),
    destinationAmount: convertsAll ? outcome.out : undefined,
  };
}

function* searchBest(
  world: PathWorld,
  source: AccountID,
  destination: AccountID,
  sendMax: Amount,
  amount: Amount,
): Generator<undefined, PathSet> {
  const { currency, issuer } = issueOf(sendMax);
  const finder = new Pathfinder(
    { source, destination, sourceCurrency: currency, sourceIssuer: issuer, deliver: amount },
    world,
  );
  if (!(yield* finder.find(searchLevels.usual, maxPaths))) return [];
  const { paths } = yield* finder.best(maxPaths, [], issuer);
  return paths.map((path) => path.map(toPathStep));
}
