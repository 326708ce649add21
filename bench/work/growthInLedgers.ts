import { drive, eachInOrder, expectText, type NextRequest } from "../load/drive.ts";
import type { Target } from "../load/target.ts";
import { removeFolder } from "../load/temporaryFolder.ts";
import { count, type Section, tableText } from "../report.ts";
import type { Bench } from "./bench.ts";
import type { Crowd } from "./crowd.ts";
import { growthTable } from "./growthTable.ts";
import { makeCrowd } from "./largeCrowd.ts";
import { measureQuery, withServer } from "./withServer.ts";

const accounts = 100_000;
/** Transactions in a ledger. */
const sizes = [10, 1000, 20_000] as const;
/** So many are sent in ledgers of each size before anything is measured, and in each round. */
const transactions = 20_000;
/** The sizes take turns: what the machine does beside, and what it did to the caches, comes to all of them. */
const rounds = 2;

/** The same transactions in ledgers of ten, of a thousand and of twenty thousand. */
export async function growthInLedgers(bench: Bench): Promise<Section> {
  const { crowd, folder } = await makeCrowd(bench, accounts);
  const spent = sizes.map(() => 0);
  const shown: (number | undefined)[] = [];
  await withServer(bench, { dataFolder: folder }, async (target) => {
    for (const size of sizes) await payInLedgers(crowd, target, size);
    for (let round = 0; round < rounds; round++) {
      for (const [i, size] of sizes.entries()) {
        bench.note(`round ${round + 1}: ledgers of ${count(size)} transactions`);
        spent[i]! += await target.profiled(`ledgers of ${size}, ${round + 1}`, () =>
          payInLedgers(crowd, target, size),
        );
      }
    }
    for (const size of sizes) {
      await payInLedgers(crowd, target, size, size);
      const request = target.request("ledger", {
        ledger_index: "validated",
        transactions: true,
        expand: true,
      });
      const query = await measureQuery(target, [request], "AffectedNodes", bench.options.seconds * 0.4, {
        connections: 1,
      });
      shown.push(query.cpu === undefined ? undefined : query.cpu / size);
    }
  });
  removeFolder(folder);
  const table = growthTable("transactions in a ledger", sizes.map(count), [
    {
      work: "submitted, closed and stored, each transaction",
      costs: spent.map((cpu) => cpu / rounds / transactions),
    },
    { work: "ledger, expanded, each transaction", costs: shown },
  ]);
  console.error(`${tableText(table)}\n`);
  return {
    name: "growth: ledgers",
    text:
      `Server CPU of payments in ledgers of different sizes, over ${count(accounts)} accounts: ${count(rounds * transactions)} payments in each, ` +
      "sent over all connections without a break, and a ledger closed after each so many. While one closes, the next one's " +
      "payments come already. A close has a cost of its own (a request, a write to the journal), which a small ledger's few " +
      "transactions share.",
    tables: [table],
  };
}

/** Sends payments in ledgers of about `size`, until all is stored. @returns seconds of server CPU */
async function payInLedgers(
  crowd: Crowd,
  target: Target,
  size: number,
  payments: number = transactions,
): Promise<number> {
  const next = eachInOrder(crowd.payments(target, payments));
  await target.quiet();
  let handedOut = 0;
  let closing: Promise<unknown> = Promise.resolve();
  /** The close before the last one: there are two ledgers under way at most, one that closes and one that is filled. */
  let closeBefore = closing;
  const nextPayment: NextRequest = async (connection) => {
    await closeBefore;
    const payment = await next(connection);
    if (payment !== undefined && ++handedOut % size === 0) {
      closeBefore = closing;
      closing = closing.then(() => target.closeLedger());
    }
    return payment;
  };
  const before = target.cpuSeconds()!;
  await drive(target.connections, nextPayment, expectText("tesSUCCESS"));
  await closing;
  await target.stored();
  return target.cpuSeconds()! - before;
}
