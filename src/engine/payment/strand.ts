import {
  isNativeCurrency,
  nativeAccount,
  nativeIssue,
  noAccount,
  sameIssue,
} from "../../protocol/amounts/issue.ts";
import type { Quality } from "../../protocol/amounts/quality.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import type { AccountID, Currency, Issue, Path, PathSet, PathStep } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";
import { makeBookStep } from "../offer/bookStep.ts";
import { makeDirectStep } from "./directStep.ts";
import { IssueSet } from "./issueSet.ts";
import { makeNativeEndpointStep } from "./nativeEndpointStep.ts";
import type { Step, Strand, StrandContext } from "./step.ts";

/** What every strand of one payment is built from. */
export interface StrandRequest {
  readonly source: AccountID;
  readonly destination: AccountID;
  /** What is to arrive; issued by the destination itself where any issuer will do. */
  readonly deliver: Issue;
  /** What the sender pays with, when it said so. */
  readonly sendMax: Issue | undefined;
  readonly limitQuality: Quality | undefined;
  readonly offerCrossing: boolean;
}

const isAccount = (element: PathStep): element is PathStep & { account: AccountID } =>
  element.account !== undefined;

/** The strands of all paths, each once; the default path first, if it is wanted. Fails when there is none. */
export function toStrands(
  view: ReadView,
  request: StrandRequest,
  paths: PathSet,
  addDefaultPath: boolean,
): Strand[] | EngineResult {
  if (!addDefaultPath && paths.length === 0) return "temRIPPLE_EMPTY";
  const strands: Strand[] = [];
  let failure: EngineResult = "tesSUCCESS";
  const add = (path: Path): boolean => {
    const strand = toStrand(view, request, path);
    if (typeof strand === "string") {
      failure = strand;
      return !strand.startsWith("tem");
    }
    if (!strands.some((other) => sameStrand(other, strand))) strands.push(strand);
    return true;
  };

  if (addDefaultPath) {
    const isUsable = add([]);
    if (!isUsable || (strands.length === 0 && paths.length === 0)) return failure;
    // Why the default path fails is told only when there is no other one.
    failure = "tesSUCCESS";
  }
  for (const path of paths) if (!add(path)) return failure;
  return strands.length === 0 ? failure : strands;
}

const sameStrand = (a: Strand, b: Strand): boolean =>
  a.length === b.length && a.every((step, at) => step.equals(b[at]!));

/** The steps of one path, with the accounts and books that it leaves out put in; or why there can be none. */
export function toStrand(view: ReadView, request: StrandRequest, path: Path): Strand | EngineResult {
  if (!isWellFormed(request) || !path.every(isWellFormedElement)) return "temBAD_PATH";
  const start = startIssue(request);
  const builder = new StrandBuilder(view, request, start, path.length === 0);
  const failure = builder.build(completedPath(request, start, path));
  if (failure !== undefined) return failure;
  return isConnected(builder.steps, request, start) ? builder.steps : "temBAD_PATH";
}

const isConsistent = ({ currency, issuer }: Issue): boolean =>
  isNativeCurrency(currency) === (issuer === nativeAccount);

function isWellFormed({ source, destination, deliver, sendMax }: StrandRequest): boolean {
  if (source === nativeAccount || destination === nativeAccount) return false;
  if (!isConsistent(deliver) || (sendMax !== undefined && !isConsistent(sendMax))) return false;
  return (
    source !== noAccount &&
    destination !== noAccount &&
    deliver.issuer !== noAccount &&
    sendMax?.issuer !== noAccount
  );
}

function isWellFormedElement({ account, currency, issuer }: PathStep): boolean {
  if (account !== undefined) {
    return (
      currency === undefined && issuer === undefined && account !== nativeAccount && account !== noAccount
    );
  }
  if (issuer === undefined) return currency !== undefined;
  if (issuer === nativeAccount || issuer === noAccount) return false;
  return currency === undefined || !isNativeCurrency(currency);
}

/** What the sender starts with: its own money in the currency that it pays with. */
function startIssue({ source, deliver, sendMax }: StrandRequest): Issue {
  const currency = (sendMax ?? deliver).currency;
  return isNativeCurrency(currency) ? nativeIssue : { currency, issuer: source };
}

/** The path from source to destination: both ends, and what sender's and receiver's issues imply. */
function completedPath(
  { source, destination, deliver, sendMax, offerCrossing }: StrandRequest,
  start: Issue,
  path: Path,
): PathStep[] {
  const elements: PathStep[] = [{ account: source, currency: start.currency, issuer: start.issuer }];
  if (sendMax !== undefined && sendMax.issuer !== source && path[0]?.account !== sendMax.issuer) {
    elements.push({ account: sendMax.issuer });
  }
  elements.push(...path);

  const last = elements.findLast((element) => element.currency !== undefined)!;
  // Crossing offers goes over a book even where only the issuer changes.
  const isOtherIssuer = offerCrossing && (last.issuer ?? nativeAccount) !== deliver.issuer;
  if (last.currency !== deliver.currency || isOtherIssuer) {
    elements.push({ currency: deliver.currency, issuer: deliver.issuer });
  }
  if (elements.at(-1)!.account !== deliver.issuer && destination !== deliver.issuer) {
    elements.push({ account: deliver.issuer });
  }
  if (elements.at(-1)!.account !== destination) elements.push({ account: destination });
  return elements;
}

class StrandBuilder {
  readonly steps: Step[] = [];
  private readonly view: ReadView;
  private readonly request: StrandRequest;
  private readonly isDefaultPath: boolean;
  private readonly seenSources = new IssueSet();
  private readonly seenDestinations = new IssueSet();
  private readonly seenBookOuts = new IssueSet();
  /** The money in hand at this place of the path. */
  private currency: Currency;
  private issuer: AccountID;

  constructor(view: ReadView, request: StrandRequest, start: Issue, isDefaultPath: boolean) {
    this.view = view;
    this.request = request;
    this.isDefaultPath = isDefaultPath;
    this.currency = start.currency;
    this.issuer = start.issuer;
  }

  /** Makes the steps; says why that cannot be. */
  build(elements: readonly PathStep[]): EngineResult | undefined {
    if (elements.length < 2) return "temBAD_PATH";
    for (let at = 0; at + 1 < elements.length; at++) {
      const failure = this.addLeg(elements[at]!, elements[at + 1]!, at + 2 === elements.length);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** The step from one element of the path to the next. A book element makes its step when it is next. */
  private addLeg(current: PathStep, next: PathStep, isLast: boolean): EngineResult | undefined {
    this.enter(current);
    if (!isAccount(current) && isAccount(next)) return this.leaveBook(next.account);
    // Drops go over account zero on their way from the sender to a book.
    if (isAccount(current) && !isAccount(next) && this.issuer !== current.account) return "temBAD_PATH";
    return this.addStep(current, next, isLast);
  }

  private enter({ account, currency, issuer }: PathStep): void {
    this.issuer = account ?? issuer ?? this.issuer;
    if (currency === undefined) return;
    this.currency = currency;
    if (isNativeCurrency(currency)) this.issuer = nativeAccount;
  }

  /** What came out of a book goes to an account, unless that account is where it is already. */
  private leaveBook(account: AccountID): EngineResult | undefined {
    if (this.issuer === account || account === nativeAccount) return undefined;
    // Drops go over account zero on their way from a book to the receiver.
    if (isNativeCurrency(this.currency)) return "temBAD_PATH";
    return this.add(makeDirectStep(this.context(false), this.issuer, account, this.currency));
  }

  private addStep(current: PathStep, next: PathStep, isLast: boolean): EngineResult | undefined {
    const context = this.context(isLast);
    const isNativeHere = current.currency !== undefined && isNativeCurrency(current.currency);
    if (context.isFirst && isAccount(current) && isNativeHere) {
      return this.add(makeNativeEndpointStep(context, current.account));
    }
    if (isAccount(next)) {
      if (!isAccount(current)) return "temBAD_PATH";
      const fromNative = current.account === nativeAccount && current.currency === undefined;
      if (isLast && fromNative) return this.add(makeNativeEndpointStep(context, next.account));
      return this.add(makeDirectStep(context, current.account, next.account, this.currency));
    }
    const out: Issue = { currency: next.currency ?? this.currency, issuer: next.issuer ?? this.issuer };
    if (isNativeCurrency(out.currency)) {
      if (isNativeCurrency(this.currency)) return "temBAD_PATH";
      return this.add(makeBookStep(context, this.inHand(), nativeIssue));
    }
    return this.add(makeBookStep(context, this.inHand(), out));
  }

  private inHand(): Issue {
    return isNativeCurrency(this.currency) ? nativeIssue : { currency: this.currency, issuer: this.issuer };
  }

  private add(step: Step | EngineResult): EngineResult | undefined {
    if (typeof step === "string") return step;
    this.steps.push(step);
    return undefined;
  }

  private context(isLast: boolean): StrandContext {
    const { source, destination, deliver, limitQuality, offerCrossing } = this.request;
    return {
      view: this.view,
      source,
      destination,
      deliver,
      limitQuality,
      offerCrossing,
      isDefaultPath: this.isDefaultPath,
      isFirst: this.steps.length === 0,
      isLast,
      previous: this.steps.at(-1),
      seenSources: this.seenSources,
      seenDestinations: this.seenDestinations,
      seenBookOuts: this.seenBookOuts,
    };
  }
}

/** Whether each step begins where the one before ends, from the source's money to what is to be delivered. */
function isConnected(steps: Strand, { source, destination, deliver }: StrandRequest, start: Issue): boolean {
  let account = source;
  let issue = start;
  for (const step of steps) {
    if (step.source !== account) return false;
    if (step.book === undefined) {
      issue = { currency: issue.currency, issuer: step.destination };
    } else {
      if (!sameIssue(issue, step.book.in)) return false;
      issue = step.book.out;
    }
    account = step.destination;
  }
  return (
    account === destination &&
    issue.currency === deliver.currency &&
    (issue.issuer === deliver.issuer || issue.issuer === destination)
  );
}
