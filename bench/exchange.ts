import { canonicalAmount } from "../src/protocol/amounts/canonicalAmount.ts";
import { lsfDefaultRipple, tfImmediateOrCancel, tfPassive } from "../src/protocol/flags.ts";
import type { AccountID, Issue } from "../src/protocol/types.ts";
import { currency, Exchange, trust } from "./load/exchangeWorld.ts";
import { PathLedger } from "./load/pathLedger.ts";

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
