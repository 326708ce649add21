import { hasFlag, lsfRequireAuth } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID, Currency, Issue } from "../../protocol/types.ts";
import { type AccountLine, hasCredit, isOpenBeyond } from "./accountLines.ts";
import { type Candidate, insertionLimit, orderCandidates } from "./candidates.ts";
import { hasSeen, type PathElements } from "./pathElement.ts";
import type { PathWorld } from "./pathWorld.ts";

/** A candidate that leads to the destination's issuer goes before all others. */
const highPriority = 10_000;

/** What is searched for, as far as the accounts on the way depend on it. */
export interface NextAccountsGoal {
  readonly source: AccountID;
  readonly destination: AccountID;
  /** The issuer that the money must reach. */
  readonly effectiveDestination: AccountID;
  readonly destinationIssue: Issue;
}

/** An account that a path may go through next, and what may stand against it in some paths. */
interface Link extends Candidate {
  /** The end that is left has set NoRipple on the line. */
  readonly noRipple: boolean;
}

/** What leads on from an account in one currency. */
class Links {
  private readonly links: readonly Link[];
  private inOrder: readonly Candidate[] | undefined;
  private withoutNoRipple: Links | undefined;

  /** @param links in the order of the owner directory */
  constructor(links: readonly Link[]) {
    this.links = links;
  }

  /** Those that a path may use whose last step must not be followed by a line with NoRipple. */
  rippling(): Links {
    this.withoutNoRipple ??= new Links(this.links.filter(({ noRipple }) => !noRipple));
    return this.withoutNoRipple;
  }

  /** The best accounts that a path has not seen. */
  best(path: PathElements, currency: Currency, most: number, ledgerIndex: number): AccountID[] {
    const { links } = this;
    const isNew = ({ account }: Candidate): boolean => !hasSeen(path, account, currency, account);
    const isLong = links.length - path.length > insertionLimit;
    if (isLong) this.inOrder ??= orderCandidates(links, ledgerIndex);
    // A long list has one order, whichever few are left out; a short one is put in order without them.
    const ordered = isLong ? this.inOrder! : orderCandidates(links.filter(isNew), ledgerIndex);
    const chosen: AccountID[] = [];
    for (const candidate of ordered) {
      if (chosen.length === most) break;
      if (!isLong || isNew(candidate)) chosen.push(candidate.account);
    }
    return chosen;
  }
}

/**
 * The accounts that paths of one search may go through next. Many paths end at the same account: its lines are looked at
 * once, and each path takes the best of those that it has not seen.
 */
export class NextAccounts {
  private readonly goal: NextAccountsGoal;
  private readonly world: PathWorld;
  private readonly linksByEnd = new Map<string, Links>();

  constructor(goal: NextAccountsGoal, world: PathWorld) {
    this.goal = goal;
    this.world = world;
  }

  /** The line over which an account could pay the issuer that the money must reach. */
  lineToDestination(account: AccountID, currency: Currency): AccountLine | undefined {
    const { view, lines } = this.world;
    const root = view.read(keylet.account(account));
    const line = root && lines.between(account, this.goal.effectiveDestination, currency);
    return line !== undefined && hasCredit(line, hasFlag(root!.Flags, lsfRequireAuth)) ? line : undefined;
  }

  /**
   * Where a path may go on to from the account at its end, best first.
   * @param endsWithNoRipple whether only lines without NoRipple will do
   */
  *after(
    path: PathElements,
    end: { readonly account: AccountID; readonly currency: Currency },
    endsWithNoRipple: boolean,
    most: number,
  ): Generator<undefined, readonly AccountID[]> {
    const links = yield* this.linksOf(end.account, end.currency);
    const usable = endsWithNoRipple ? links.rippling() : links;
    return usable.best(path, end.currency, most, this.world.view.ledgerIndex);
  }

  private *linksOf(account: AccountID, currency: Currency): Generator<undefined, Links> {
    const text = currency + account;
    let links = this.linksByEnd.get(text);
    if (links === undefined) {
      links = new Links(yield* this.readLinks(account, currency));
      this.linksByEnd.set(text, links);
    }
    return links;
  }

  private *readLinks(account: AccountID, currency: Currency): Generator<undefined, Link[]> {
    const { source, destination, effectiveDestination, destinationIssue } = this.goal;
    const isFinalCurrency = currency === destinationIssue.currency;
    const before = isFinalCurrency ? yield* this.world.peersOf(effectiveDestination, currency) : nobody;
    const links: Link[] = [];
    for (const { peer, noRipple, waysOut } of yield* this.world.linesOut(account, currency)) {
      // Where the money must go by way of its issuer, a line straight to the destination would leave that out.
      if (effectiveDestination !== destination && peer === destination) continue;
      if (peer === effectiveDestination) {
        // In the right currency it ends the path, which does not go on then.
        if (!isFinalCurrency) links.push({ priority: highPriority, account: peer, noRipple });
      } else if (peer !== source) {
        const priority = before.has(peer) ? this.waysOutBefore(peer, currency, waysOut) : waysOut;
        if (priority > 0) links.push({ priority, account: peer, noRipple });
      }
    }
    return links;
  }

  /** The ways out of an issuer's money that may lead straight to where it shall go, which counts for many. */
  private waysOutBefore(issuer: AccountID, currency: Currency, waysOut: number): number {
    const line = waysOut < 0 ? undefined : this.lineToDestination(issuer, currency);
    if (line === undefined) return waysOut;
    return waysOut + highPriority - (isOpenBeyond(line) ? 1 : 0);
  }
}

const nobody: ReadonlySet<AccountID> = new Set();
