import { drive, each, eachInOrder, expectText } from "../load/drive.ts";
import { measure } from "../load/measure.ts";
import { removeFolder } from "../load/temporaryFolder.ts";
import { count, type Section, tableText } from "../report.ts";
import type { Bench } from "./bench.ts";
import { type GrowthRow, growthTable } from "./growthTable.ts";
import { makeCrowd } from "./largeCrowd.ts";
import { measureQuery, withServer } from "./withServer.ts";

const accounts = 100_000;
/** Sizes of ledgers, and how many ledgers make a measurement. */
const sizes = [
  { transactions: 10, ledgers: 300 },
  { transactions: 1000, ledgers: 10 },
  { transactions: 20_000, ledgers: 1 },
] as const;

/** The same transactions in ledgers of ten, of a thousand and of twenty thousand. */
export async function growthInLedgers(bench: Bench): Promise<Section> {
  const { crowd, folder } = await makeCrowd(bench, accounts);
  const rows: GrowthRow[] = [
    { work: "submit and close, each transaction", costs: [] },
    { work: "ledger, expanded, each transaction", costs: [] },
  ];
  const [whole, shown] = rows.map(({ costs }) => costs as (number | undefined)[]);
  await withServer(bench, { dataFolder: folder }, async (target) => {
    const applied = expectText("tesSUCCESS");
    const accept = target.request("ledger_accept");
    const run = async (transactions: number, ledgers: number) => {
      const rounds = Array.from({ length: ledgers }, () => crowd.payments(target, transactions));
      return measure(
        target,
        async () => {
          for (const requests of rounds) {
            await drive(target.connections, eachInOrder(requests), applied);
            await drive(target.connections.slice(0, 1), each([accept]), expectText("ledger_current_index"));
          }
          return [];
        },
        transactions * ledgers,
      );
    };
    await run(1000, 6); // the compiler needs a while
    for (const { transactions, ledgers } of sizes) {
      bench.note(`${ledgers} ledgers of ${count(transactions)} transactions`);
      const { cpu } = await run(transactions, ledgers);
      whole!.push(cpu);
      const request = target.request("ledger", {
        ledger_index: "validated",
        transactions: true,
        expand: true,
      });
      const query = await measureQuery(target, [request], "AffectedNodes", bench.options.seconds / 2, {
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
