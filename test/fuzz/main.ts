import { Command, InvalidArgumentError } from "commander";
import { runMarket } from "./runMarket.ts";
import { runServerFuzz } from "./server.ts";

/** `npm run fuzz -- market --seed 1 --transactions 1000000`: random markets, checked after every transaction. */

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("a whole number is wanted");
  return Number(text);
};

interface MarketArguments {
  readonly seed: number;
  readonly transactions: number;
  readonly perMarket: number;
  readonly accounts?: number;
  readonly currencies?: number;
  readonly offers?: number;
  readonly scanEvery?: number;
  readonly everything?: boolean;
  readonly open?: boolean;
  readonly against?: string;
}

const program = new Command("fuzz").description("Looks for mistakes of the engine with random transactions.");

program
  .command("market")
  .description("Markets of up to 200 accounts, 5 currencies and 2,000 offers, one after the other.")
  .option("--seed <number>", "of the first market; the next ones count up", whole, 1)
  .option("--transactions <number>", "in all", whole, 1_000_000)
  .option("--per-market <number>", "before a new market begins", whole, 10_000)
  .option("--accounts <number>", "per market, rather than a random number", whole)
  .option("--currencies <number>", "likewise", whole)
  .option("--offers <number>", "that stand at once, likewise", whole)
  .option("--scan-every <number>", "transactions between looks at the whole ledger", whole)
  .option("--everything", "also escrows, channels, checks, signer lists and whatever else accounts do")
  .option("--open", "as on the open ledger: no metadata, some with fail_hard, some as a first try")
  .option("--against <command>", "an engine to compare every result and all metadata with")
  .action(async (given: MarketArguments) => {
    const started = Date.now();
    const results = new Map<string, number>();
    let done = 0;
    let failed = 0;
    for (let seed = given.seed; done < given.transactions; seed++) {
      const transactions = Math.min(given.perMarket, given.transactions - done);
      const size =
        given.accounts === undefined
          ? undefined
          : { accounts: given.accounts, currencies: given.currencies ?? 5, offers: given.offers ?? 2000 };
      const { scanEvery, everything, open, against } = given;
      const report = await runMarket({ seed, transactions, size, scanEvery, everything, open, against });
      done += report.transactions;
      for (const [result, count] of report.results) results.set(result, (results.get(result) ?? 0) + count);
      const perSecond = Math.round(done / ((Date.now() - started) / 1000));
      process.stdout.write(`seed ${seed}: ${report.transactions} transactions, ${perSecond} a second\n`);
      for (const problem of report.problems) process.stdout.write(`seed ${seed}: ${problem}\n\n`);
      failed += report.problems.length;
    }
    for (const [result, count] of [...results].sort(([, a], [, b]) => b - a)) {
      process.stdout.write(`${String(count).padStart(9)} ${result}\n`);
    }
    process.stdout.write(`${done} transactions, ${failed} violations\n`);
    process.exitCode = failed > 0 ? 1 : 0;
  });

interface ServerArguments {
  readonly seed: number;
  readonly rounds: number;
  readonly size: number;
  readonly only?: readonly string[];
}

program
  .command("server")
  .description("A server process under attack, by everything that a client can send.")
  .option("--seed <number>", "of what is sent", whole, 1)
  .option("--rounds <number>", "of all attacks", whole, 10)
  .option("--size <number>", "of each attack: 1 for about a second", whole, 4)
  .option("--only <name...>", "attacks to make, rather than all")
  .action(async (given: ServerArguments) => {
    const onProgress = (line: string) => void process.stdout.write(`${line}\n`);
    const { requests, problems } = await runServerFuzz({ ...given, onProgress });
    for (const problem of problems) process.stdout.write(`${problem}\n\n`);
    process.stdout.write(`${requests} requests, ${problems.length} problems\n`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  });

await program.parseAsync();
