/**
 * The exchange by itself: crossings through books of 10 to 100,000 offers and path searches on small and large
 * ledgers, on one core, with the state in memory. Run: `npx tsx bench/exchange.ts`.
 *
 * Every figure is the best of several rounds. A crossing is a whole OfferCreate, from preflight to metadata, that
 * takes offers off a book; the book is filled up again between rounds, outside the clock.
 */
import { type AppliedTransaction, applyTransaction } from "../src/engine/applyTransaction.ts";
import { AccountLines } from "../src/engine/path/accountLines.ts";
import type { BookIndex } from "../src/engine/path/bookIndex.ts";
import { Pathfinder } from "../src/engine/path/pathfinder.ts";
import type { Transaction } from "../src/engine/transaction.ts";
import { amendmentNames } from "../src/protocol/amendments.ts";
import { canonicalAmount } from "../src/protocol/amounts/canonicalAmount.ts";
import { issueOf, nativeIssue, sameIssue } from "../src/protocol/amounts/issue.ts";
import { lsfDefaultRipple, tfImmediateOrCancel, tfPassive } from "../src/protocol/flags.ts";
import { keylet } from "../src/protocol/keylets.ts";
import type { AccountRoot } from "../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Issue } from "../src/protocol/types.ts";
import { newEntry } from "../src/state/newEntry.ts";
import { OpenView } from "../src/state/openView.ts";
import { amendmentId } from "../src/state/rules.ts";
import { Random } from "../test/fuzz/random.ts";
import { EntryMapView } from "../test/support/entryMapView.ts";
import { testAccount } from "../test/support/testLedger.ts";

const fees = { base: 10n, units: 10, reserveBase: 1_000_000n, reserveIncrement: 200_000n };
const currency = (name: string): string =>
  `${"0".repeat(24)}${Buffer.from(name).toString("hex").toUpperCase()}${"0".repeat(10)}`;

/** Accounts, lines and offers, all made by transactions. */
class Exchange {
  readonly state: EntryMapView;
  readonly random = new Random(1);
  private readonly keys = new Map<AccountID, string>();
  private hashes = 0;
  private view: OpenView<AppliedTransaction>;

  constructor() {
    const enabled = amendmentNames.filter((name) => name !== "NegativeUNL").map(amendmentId);
    this.state = new EntryMapView(fees, [newEntry(keylet.amendments(), { Amendments: enabled })]);
    this.state.ledgerIndex = 1000;
    this.view = this.open();
  }

  account(name: string, flags = 0): AccountID {
    const { id, publicKey } = testAccount(name);
    this.keys.set(id, publicKey);
    const root = { Account: id, Sequence: 1, Balance: 10n ** 15n, OwnerCount: 0, Flags: flags };
    this.state.put(newEntry<AccountRoot>(keylet.account(id), root));
    return id;
  }

  /** Applies a transaction that must succeed. */
  apply(fields: { TransactionType: string; Account: AccountID } & Record<string, unknown>): void {
    const { Account } = fields;
    const Sequence = this.view.read(keylet.account(Account))!.Sequence;
    const tx = { Fee: 10n, SigningPubKey: this.keys.get(Account)!, Sequence, ...fields };
    this.hashes += 1;
    const { result, exception } = applyTransaction(
      this.view,
      {
        tx: tx as unknown as Transaction,
        hash: this.hashes.toString(16).toUpperCase().padStart(64, "0"),
        blob: new Uint8Array(),
      },
      { retry: false, failHard: false, dryRun: false },
    );
    if (result !== "tesSUCCESS") throw exception ?? new Error(`${fields.TransactionType}: ${result}`);
  }

  /** Makes what was applied the ledger that the next transactions stand on. */
  close(): void {
    for (const [key, entry] of this.view.changes) {
      if (entry === null) this.state.delete(key);
      else this.state.put(entry);
    }
    this.state.ledgerIndex += 1;
    this.view = this.open();
  }

  private open(): OpenView<AppliedTransaction> {
    const { ledgerIndex, parentHash, parentCloseTime, rules } = this.state;
    return new OpenView(this.state, { ledgerIndex, parentHash, parentCloseTime, open: false, rules, fees });
  }
}

const trust = (exchange: Exchange, holder: AccountID, issue: Issue, gets: number): void => {
  const LimitAmount = canonicalAmount(10n ** 12n, 0, issue);
  exchange.apply({ TransactionType: "TrustSet", Account: holder, LimitAmount });
  if (gets === 0) return;
  const Amount = canonicalAmount(BigInt(gets), 0, issue);
  exchange.apply({ TransactionType: "Payment", Account: issue.issuer, Destination: holder, Amount });
};

/** A book of so many offers, one USD each, at rising prices; and one who takes them. */
class Book {
  readonly exchange = new Exchange();
  readonly usd: Issue;
  private readonly makers: AccountID[];
  private readonly taker: AccountID;
  private readonly prices: number;

  /** `prices`: at how many different ones the offers stand. */
  constructor(offers: number, prices: number) {
    const { exchange } = this;
    this.prices = prices;
    this.usd = { currency: currency("USD"), issuer: exchange.account("gateway", lsfDefaultRipple) };
    this.taker = exchange.account("taker");
    this.makers = Array.from({ length: Math.max(1, Math.min(1000, offers >> 2)) }, (_, i) =>
      exchange.account(`maker ${i}`),
    );
    trust(exchange, this.taker, this.usd, 0);
    for (const maker of this.makers) trust(exchange, maker, this.usd, 1_000_000);
    for (let i = 0; i < offers; i++) {
      this.place();
      if (i % 1000 === 999) exchange.close();
    }
    exchange.close();
  }

  /** One more offer, at any of the book's prices. */
  place(): void {
    const { random } = this.exchange;
    this.exchange.apply({
      TransactionType: "OfferCreate",
      Account: random.pick(this.makers),
      TakerPays: BigInt(1_000_000 + random.below(this.prices)),
      TakerGets: canonicalAmount(1n, 0, this.usd),
      Flags: tfPassive,
    });
  }

  /** Buys so many offers empty. */
  take(offers: number): void {
    this.exchange.apply({
      TransactionType: "OfferCreate",
      Account: this.taker,
      TakerPays: canonicalAmount(BigInt(offers), 0, this.usd),
      TakerGets: BigInt(2_000_000 * offers),
      Flags: tfImmediateOrCancel,
    });
  }
}

/** Seconds that each of `times` calls takes, in the best of the rounds. */
function best(rounds: number, times: number, prepare: () => void, work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    prepare();
    const started = performance.now();
    for (let i = 0; i < times; i++) work();
    least = Math.min(least, (performance.now() - started) / 1000 / times);
  }
  return least;
}

const row = (name: string, seconds: number, first?: number): void => {
  const rate = Math.round(1 / seconds).toLocaleString("en-US");
  const times = first === undefined ? "" : `  ${(seconds / first).toFixed(2)} times the smallest`;
  const cost = `${(seconds * 1e6).toFixed(0)} µs`;
  process.stdout.write(`${name.padEnd(58)} ${rate.padStart(8)}/s ${cost.padStart(10)}${times}\n`);
};

/** The first thousands of transactions are slow, whatever they are: they are not measured. */
function warmUp(): void {
  const book = new Book(200, 100);
  for (let i = 0; i < 5000; i++) {
    book.take(1);
    book.place();
    if (i % 100 === 99) book.exchange.close();
  }
}

function crossings(): void {
  for (const prices of [1, 100_000]) {
    const first = new Map<string, number>();
    for (const offers of [10, 1000, 100_000]) {
      const book = new Book(offers, prices);
      const where = `book of ${offers.toLocaleString("en-US")}, ${prices === 1 ? "one price" : "many prices"}`;
      const measured = (name: string, seconds: number) => {
        row(`${where}: ${name}`, seconds, first.get(name));
        if (!first.has(name)) first.set(name, seconds);
      };
      const fill = (many: number) => () => {
        for (let i = 0; i < many; i++) book.place();
        book.exchange.close();
      };
      const rounds = 8;
      const few = Math.min(offers >> 1, 200);
      measured(
        "place one",
        best(
          rounds,
          few,
          () => {
            book.take(few);
            book.exchange.close();
          },
          () => book.place(),
        ),
      );
      book.take(few);
      measured(
        "take one",
        best(rounds, few, fill(few), () => book.take(1)),
      );
      const deep = Math.min(offers, 20);
      if (deep < 20) continue;
      measured(
        "take 20",
        best(rounds, 10, fill(10 * deep), () => book.take(deep)),
      );
    }
  }
}

/** Gateways, each with a few currencies, holders with lines to some of them, books between many of the issues. */
class PathLedger {
  readonly exchange = new Exchange();
  readonly holders: AccountID[] = [];
  readonly issues: Issue[] = [];
  readonly books: BookIndex;
  /** Read once for all searches of a ledger, as the server does. */
  readonly lines: AccountLines;

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
    this.lines = new AccountLines(exchange.state);
    this.books = { booksTakerPays: (issue) => others.get(issue.currency + issue.issuer) ?? [] };
  }

  /** Something that the holder has. */
  heldBy(holder: AccountID): Issue {
    const line = new AccountLines(this.exchange.state).of(holder)[0]!;
    return { currency: line.currency, issuer: line.peer };
  }

  /** One search: from something that one holder has to something that another one has. */
  search(level: number): number {
    const { random, state } = this.exchange;
    const [source, destination] = [random.pick(this.holders), random.pick(this.holders)];
    const [from, to] = [this.heldBy(source), this.heldBy(destination)];
    const deliver: Amount = canonicalAmount(5n, 0, to);
    const finder = new Pathfinder(
      { source, destination, sourceCurrency: from.currency, deliver },
      { view: state, lines: this.lines, books: this.books },
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

function pathSearches(): void {
  for (const [gateways, lines, offers] of [
    [3, 100, 50],
    [20, 10_000, 2000],
    [100, 100_000, 20_000],
  ] as const) {
    const ledger = new PathLedger(gateways, lines, offers);
    const text = [gateways, lines, offers].map((count) => count.toLocaleString("en-US"));
    const where = `${text[1]} lines, ${text[2]} offers`;
    for (const level of [2, 7]) {
      let found = 0;
      let searches = 0;
      const seconds = best(
        3,
        20,
        () => {},
        () => {
          searches += 1;
          if (ledger.search(level) > 0) found += 1;
        },
      );
      row(`${where}: search at level ${level} (${Math.round((100 * found) / searches)} % find)`, seconds);
    }
  }
}

process.stdout.write("Crossings\n");
warmUp();
crossings();
process.stdout.write("\nPath searches\n");
pathSearches();
