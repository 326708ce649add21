import type { ApplyFlags, Transaction } from "../../src/engine/transaction.ts";
import { AmountOverflow } from "../../src/protocol/amounts/canonicalAmount.ts";
import { decodeObject } from "../../src/protocol/codec/decodeObject.ts";
import { objectToJson } from "../../src/protocol/codec/json.ts";
import { hexToBytes } from "../../src/protocol/hex.ts";
import type { LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { SerializedObject } from "../../src/protocol/types.ts";
import { checkAccounts } from "./accounts.ts";
import { Errands } from "./errands.ts";
import { Market } from "./market.ts";
import { OtherEngine } from "./otherEngine.ts";
import { Random } from "./random.ts";
import { scan } from "./scan.ts";
import { StructureCheck } from "./structure.ts";
import { type MarketSize, Town } from "./town.ts";
import { World } from "./world.ts";

export interface MarketOptions {
  readonly seed: number;
  /** Beside those that open the market. */
  readonly transactions: number;
  readonly size?: MarketSize | undefined;
  /** Transactions between two looks at the whole ledger. */
  readonly scanEvery?: number | undefined;
  /** Also escrows, channels, checks and whatever else accounts do. */
  readonly everything?: boolean | undefined;
  /** Try them as on the open ledger: without metadata, some with fail_hard, some as a first try. */
  readonly open?: boolean | undefined;
  /** A program to compare with: see OtherEngine. */
  readonly against?: string | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

export interface MarketReport {
  readonly transactions: number;
  /** How many transactions came to each result. */
  readonly results: ReadonlyMap<string, number>;
  /** What does not hold, with the transaction that broke it; at most twenty. */
  readonly problems: readonly string[];
  readonly offers: number;
}

const mostProblems = 20;

/**
 * Runs a random market and checks the ledger after every transaction: the engine's invariants, who gained and
 * lost, directories and owner counts; from time to time the whole ledger.
 */
export async function runMarket(options: MarketOptions): Promise<MarketReport> {
  const random = new Random(options.seed);
  const size = options.size ?? sizeOf(random);
  const scanEvery = options.scanEvery ?? 500;
  const open = options.open === true;
  const world = new World(open);
  const town = new Town(world, random, size);
  const market = new Market(town, size.offers);
  const structure = new StructureCheck(world.state.all().values(), world.signerLists);
  const errands =
    options.everything === true
      ? new Errands(
          world,
          random,
          town.members,
          (sender, fields) => town.fill(sender, fields),
          () => town.anyAmount(),
        )
      : undefined;
  let native = 0n;
  for (const entry of world.state.all().values()) {
    if (entry.LedgerEntryType === "AccountRoot") native += entry.Balance;
  }
  const problems: string[] = [];
  const results = new Map<string, number>();
  const note = (tx: Transaction, problem: string) => {
    if (problems.length < mostProblems) problems.push(`${problem}\n${shown(tx)}`);
  };
  const other =
    options.against === undefined
      ? undefined
      : new OtherEngine(options.against, world, open, ({ tx }, expected, got) =>
          note(tx, `the other engine came to another end\n${differenceOf(expected, got)}`),
        );

  let done = 0;
  const run = (tx: Transaction): void => {
    const applied = open ? world.apply(tx, someFlags(random)) : world.apply(tx);
    const { result, violations, exception } = applied.outcome;
    results.set(result, (results.get(result) ?? 0) + 1);
    if (applied.outcome.applied) native -= tx.Fee;
    // Amounts beyond their range end a transaction in the reference too.
    if (exception !== undefined && !(exception instanceof AmountOverflow)) {
      note(tx, exception instanceof Error ? exception.stack! : String(exception));
    }
    for (const violation of violations ?? []) note(tx, violation);
    for (const problem of structure.check(applied.changes, world.now)) note(tx, problem);
    if (!open) for (const problem of checkAccounts(applied, world.now)) note(tx, problem);
    town.learn(applied);
    errands?.learn(applied);
    other?.compare(applied);
    done += 1;
    if (done % scanEvery === 0) scanAll(tx);
  };
  const scanAll = (tx: Transaction): void => {
    world.close(random.between(1, 10));
    for (const problem of scan(
      world.state.all() as ReadonlyMap<string, LedgerEntry>,
      native,
      world.signerLists,
    ))
      note(tx, problem);
  };

  const pause = async (): Promise<void> => {
    world.close(random.between(1, 10));
    await other?.settle();
    options.onProgress?.(done);
  };
  for (const tx of market.opening()) {
    run(tx);
    if (done % 40 === 0) await pause();
  }
  const opened = done;
  while (done - opened < options.transactions && problems.length < mostProblems) {
    const tx = errands !== undefined && random.chance(0.5) ? errands.next() : market.next();
    run(tx);
    if (done % 40 === 0) await pause();
    if (done - opened === options.transactions) scanAll(tx);
  }
  await other?.settle();
  other?.end();
  return { transactions: done, results, problems, offers: town.offerCount };
}

/** Any size up to 200 accounts, 5 currencies, 2,000 offers: small ones more often, for they are denser. */
const sizeOf = (random: Random): MarketSize => ({
  accounts: Math.round(random.magnitude(6, 200)),
  currencies: random.between(1, 5),
  offers: Math.round(random.magnitude(20, 2000)),
});

const someFlags = (random: Random): ApplyFlags => ({
  retry: random.chance(0.3),
  failHard: random.chance(0.05),
  dryRun: false,
});

const shown = (tx: Transaction): string =>
  JSON.stringify(objectToJson(tx as unknown as SerializedObject, { native: "XRP" }));

function differenceOf(expected: string, got: string): string {
  const [ours, theirs] = [expected, got].map((answer) => {
    const [result, metadata = "-"] = answer.split(" ");
    if (!/^[0-9A-F]+$/.test(metadata)) return [answer];
    const json = objectToJson(decodeObject(hexToBytes(metadata)), { native: "XRP" });
    return [result!, ...JSON.stringify(json, null, 1).split("\n")];
  }) as [string[], string[]];
  const missing = theirs.filter((line) => !ours.includes(line)).map((line) => `- ${line}`);
  const extra = ours.filter((line) => !theirs.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...extra].slice(0, 40).join("\n");
}
