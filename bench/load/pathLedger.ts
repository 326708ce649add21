import { AccountLines } from "../../src/engine/path/accountLines.ts";
import type { BookIndex } from "../../src/engine/path/bookIndex.ts";
import { Pathfinder } from "../../src/engine/path/pathfinder.ts";
import { PathWorld } from "../../src/engine/path/pathWorld.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { issueOf, nativeIssue, sameIssue } from "../../src/protocol/amounts/issue.ts";
import { lsfDefaultRipple, tfPassive } from "../../src/protocol/flags.ts";
import type { AccountID, Amount, Issue } from "../../src/protocol/types.ts";

import { currency, Exchange, trust } from "./exchangeWorld.ts";

/** Gateways, each with a few currencies, holders with lines to some of them, books between many of the issues. */
export class PathLedger {
  readonly exchange = new Exchange();
  readonly holders: AccountID[] = [];
  readonly issues: Issue[] = [];
  readonly books: BookIndex;
  /** What is found out once for all searches of a ledger, as the server does. */
  readonly world: PathWorld;

  constructor(gateways: number, lines: number, offers: number) {
    const { exchange, issues, holders } = this;
    const { random } = exchange;
    for (let i = 0; i < gateways; i++) {
      const issuer = exchange.account(`gateway ${i}`, lsfDefaultRipple);
      for (const name of ["USD", "EUR", "BTC"]) issues.push({ currency: currency(name), issuer });
    }
    for (let made = 0; made < lines; ) {
      const holder = exchange.account(`holder ${holders.length}`);
      holders.push(holder);
      const own = new Set(Array.from({ length: 4 }, () => random.pick(issues)));
      for (const issue of own) trust(exchange, holder, issue, 10_000);
      made += own.size;
      if (holders.length % 200 === 0) exchange.close();
    }
    exchange.close();
    const pairs: [Issue, Issue][] = [];
    for (let i = 0; i < offers; i++) {
      const holder = random.pick(holders);
      const gets = this.heldBy(holder);
      const pays = random.chance(0.5) ? nativeIssue : random.pick(issues);
      if (sameIssue(pays, gets)) continue;
      const price = BigInt(1000 + random.below(100));
      exchange.apply({
        TransactionType: "OfferCreate",
        Account: holder,
        TakerPays: sameIssue(pays, nativeIssue) ? price * 1000n : canonicalAmount(price, -3, pays),
        TakerGets: canonicalAmount(1n, 0, gets),
        Flags: tfPassive,
      });
      pairs.push([pays, gets]);
      if (i % 500 === 499) exchange.close();
    }
    exchange.close();
    const others = new Map<string, Issue[]>();
    for (const [pays, gets] of pairs) {
      const key = pays.currency + pays.issuer;
      const known = others.get(key) ?? [];
      if (!known.some((issue) => sameIssue(issue, gets))) known.push(gets);
      others.set(key, known);
    }
    this.books = { booksTakerPays: (issue) => others.get(issue.currency + issue.issuer) ?? [] };
    this.world = new PathWorld(exchange.state, this.books);
  }

  /** Something that the holder has. */
  heldBy(holder: AccountID): Issue {
    const line = new AccountLines(this.exchange.state).of(holder)[0]!;
    return { currency: line.currency, issuer: line.peer };
  }

  /** One search: from something that one holder has to something that another one has. */
  search(level: number): number {
    const { random } = this.exchange;
    const [source, destination] = [random.pick(this.holders), random.pick(this.holders)];
    const [from, to] = [this.heldBy(source), this.heldBy(destination)];
    const deliver: Amount = canonicalAmount(5n, 0, to);
    const finder = new Pathfinder(
      { source, destination, sourceCurrency: from.currency, deliver },
      this.world,
    );
    let found = false;
    const searching = finder.find(level, 4);
    for (let step = searching.next(); ; step = searching.next()) {
      if (step.done === true) {
        found = step.value;
        break;
      }
    }
    if (!found) return 0;
    const choosing = finder.best(4, [], issueOf(canonicalAmount(1n, 0, { ...from, issuer: source })).issuer);
    for (let step = choosing.next(); ; step = choosing.next()) {
      if (step.done === true) return step.value.paths.length;
    }
  }
}
