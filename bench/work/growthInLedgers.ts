import { drive, each, eachInOrder, expectText } from "../load/drive.ts";
import { cpuSeconds } from "../load/processFigures.ts";
import type { Target } from "../load/target.ts";
import { removeFolder } from "../load/temporaryFolder.ts";
import { count, type Section, tableText } from "../report.ts";
import type { Bench } from "./bench.ts";
import type { Crowd } from "./crowd.ts";
import { type GrowthRow, growthTable } from "./growthTable.ts";
import { makeCrowd } from "./largeCrowd.ts";
import { measureQuery, withServer } from "./withServer.ts";

const accounts = 100_000;
/** Sizes of ledgers, and how many ledgers make a measurement. */
const sizes = [
  { transactions: 10, ledgers: 1000 },
  { transactions: 1000, ledgers: 10 },
  { transactions: 20_000, ledgers: 1 },
] as const;
/** So many transactions are sent in ledgers of each size before anything is measured: the compiler needs a while. */
const warmUp = 5000;

/** The same transactions in ledgers of ten, of a thousand and of twenty thousand. */
export async function growthInLedgers(bench: Bench): Promise<Section> {
  const { crowd, folder } = await makeCrowd(bench, accounts);
  const rows: GrowthRow[] = [
    { work: "submit", costs: [] },
    { work: "close, each transaction", costs: [] },
    { work: "both", costs: [] },
    { work: "ledger, expanded, each transaction", costs: [] },
  ];
  const [submit, close, both, shown] = rows.map(({ costs }) => costs as (number | undefined)[]);
  await withServer(bench, { dataFolder: folder }, async (target) => {
    for (const { transactions } of sizes.toReversed()) {
      const size = Math.min(transactions, warmUp);
      await run(crowd, target, size, warmUp / size);
    }
    for (const { transactions, ledgers } of sizes) {
      bench.note(`${ledgers} ledgers of ${count(transactions)} transactions`);
      const cost = await target.profiled(`ledgers of ${transactions}`, () =>
        run(crowd, target, transactions, ledgers),
      );
      submit!.push(cost.submit);
      close!.push(cost.close);
      both!.push(cost.submit + cost.close);
      const request = target.request("ledger", {
        ledger_index: "validated",
        transactions: true,
        expand: true,
      });
      const query = await measureQuery(target, [request], "AffectedNodes", bench.options.seconds * 0.4, {
        connections: 1,
      });
      shown!.push(query.cpu === undefined ? undefined : query.cpu / transactions);
    }
  });
  removeFolder(folder);
  const table = growthTable(
    "transactions in a ledger",
    sizes.map(({ transactions }) => count(transactions)),
    rows,
  );
  console.error(`${tableText(table)}\n`);
  return {
    name: "growth: ledgers",
    text:
      `Server CPU of payments in ledgers of different sizes, over ${count(accounts)} accounts. A close has a cost of its own (a ` +
      "request, two writes to disk), which a small ledger's few transactions share.",
    tables: [table],
  };
}

/** Fills and closes so many ledgers. Seconds of server CPU for each transaction. */
async function run(
  crowd: Crowd,
  target: Target,
  transactions: number,
  ledgers: number,
): Promise<{ submit: number; close: number }> {
  const rounds = Array.from({ length: ledgers }, () => crowd.payments(target, transactions));
  const accept = target.request("ledger_accept");
  const one = target.connections.slice(0, 1);
  await target.quiet();
  const pid = target.pid!;
  let submit = 0;
  let close = 0;
  let before = cpuSeconds(pid);
  for (const requests of rounds) {
    await drive(target.connections, eachInOrder(requests), expectText("tesSUCCESS"));
    const between = cpuSeconds(pid);
    await drive(one, each([accept]), expectText("ledger_current_index"));
    const after = cpuSeconds(pid);
    submit += between - before;
    close += after - between;
    before = after;
  }
  // What is done after the last reply belongs to the close.
  await target.quiet();
  close += cpuSeconds(pid) - before;
  const all = transactions * ledgers;
  return { submit: submit / all, close: close / all };
}
