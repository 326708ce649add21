import { fileURLToPath } from "node:url";
import { Target } from "./load/target.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { costTable, tableText, writeReport } from "./report.ts";
import type { Bench, Work } from "./work/bench.ts";
import { growthKinds, measureGrowth } from "./work/growth.ts";
import { type MarketKind, marketKinds, measureMarket } from "./work/marketKinds.ts";
import { measurePaths } from "./work/paths.ts";
import { measurePauses } from "./work/pauses.ts";
import { programKinds } from "./work/programs.ts";
import { measureReaders } from "./work/readers.ts";
import { measureStart } from "./work/start.ts";
import { withServer } from "./work/withServer.ts";

/** Kinds that make a ledger of their own, beside those that share the market. Peers cannot be given such ledgers. */
const ownKinds: Readonly<Record<string, Work>> = {
  start: measureStart,
  pauses: measurePauses,
  readers: measureReaders,
  growth: measureGrowth,
  paths: measurePaths,
  ...programKinds,
  ...growthKinds,
};

const allKinds: readonly string[] = [...marketKinds, ...Object.keys(ownKinds)];

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), fileURLToPath(new URL("results.md", import.meta.url)));
  const unknown = options.kinds.filter((kind) => !allKinds.includes(kind));
  if (unknown.length > 0) {
    throw new Error(`unknown: ${unknown.join(", ")}\n\n${usage}\nKinds: ${allKinds.join(", ")}`);
  }
  const { output } = options;
  const bench: Bench = {
    options,
    // At once: what was measured stands even where a later kind fails.
    keep: (section) => output !== undefined && writeReport(output, section),
    note: (text) => console.error(`  … ${text}`),
    say: (name, rows) => console.error(`\n${name}\n${tableText(costTable(rows))}\n`),
  };
  const wanted = new Set(options.kinds.length > 0 ? options.kinds : defaultKinds(options));
  const ofMarket = new Set(marketKinds.filter((kind) => wanted.has(kind)));
  if (ofMarket.size > 0) await onMarket(bench, ofMarket);
  for (const [kind, work] of Object.entries(ownKinds)) {
    if (!wanted.has(kind)) continue;
    if (options.url !== undefined)
      throw new Error(`${kind}: works on a ledger of its own only, without --url`);
    await work(bench);
  }
}

function defaultKinds({ url, long }: Options): readonly string[] {
  if (url !== undefined) return marketKinds;
  const whole = allKinds.filter((kind) => !(kind in growthKinds));
  return long ? whole : whole.filter((kind) => kind !== "paths" && !(kind in programKinds));
}

async function onMarket(bench: Bench, kinds: ReadonlySet<MarketKind>): Promise<void> {
  const { url, pid, connections } = bench.options;
  if (url === undefined) return withServer(bench, {}, (target) => measureMarket(bench, target, kinds));
  const target = await Target.open(url, pid, connections);
  try {
    await measureMarket(bench, target, kinds);
  } finally {
    target.close();
  }
}

main().then(
  () => process.exit(), // what was started has ended; a hanging connection must not keep the command
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
