import { addHistory } from "../load/history.ts";
import { seededRandom } from "../load/random.ts";
import { removeFolder, toDisk } from "../load/temporaryFolder.ts";
import { payment } from "../load/transactions.ts";
import { count, megabytes, type Section, tableText } from "../report.ts";
import type { Bench } from "./bench.ts";
import { Crowd, closeAll, submitAll } from "./crowd.ts";
import { growthTable, withSum } from "./growthTable.ts";
import { measureQuery, withServer } from "./withServer.ts";

const accounts = 1000;
const payments = 4000;
/** One sender and one receiver are in every ledger of the history; these many others take turns. */
const others = 400;

const queries = [
  "account_info, newest ledger",
  "account_info, ledgers of all ages",
  "account_tx, 20 rows",
  "tx, of all ages",
  "ledger, of all ages",
  "start (time)",
] as const;
const transactionWorks = ["submit", "close, each transaction"] as const;
type Costs = Record<(typeof queries | typeof transactionWorks)[number], number | undefined>;

/** The same work after a hundred closed ledgers and after many. */
export async function growthInHistory(bench: Bench): Promise<Section> {
  const lengths = [100, bench.options.long ? 100_000 : 10_000];
  const all: Costs[] = [];
  const memory: (number | undefined)[] = [];
  for (const length of lengths) {
    bench.note(`a history of ${count(length)} ledgers`);
    const { costs, resident } = await costsAfter(bench, length);
    all.push(costs);
    memory.push(resident);
  }
  const row = (work: keyof Costs) => ({ work, costs: all.map((costs) => costs[work]) });
  const [submit, close] = transactionWorks;
  const table = growthTable("closed ledgers", lengths.map(count), [
    ...withSum(row(submit), row(close), "a transaction in all"),
    ...queries.map(row),
  ]);
  const memoryTable = {
    head: ["memory", ...lengths.map(count)],
    rows: [["resident", ...memory.map(megabytes)]],
  };
  console.error(`${tableText(table)}\n\n${tableText(memoryTable)}\n`);
  return {
    name: "growth: history",
    text:
      `Server CPU with a history of so many ledgers over ${count(accounts)} accounts; one account sends in every ledger. "Of all ages" ` +
      "asks for ledgers and transactions from the whole history in random order. `--long` makes a history of 100,000.",
    tables: [table, memoryTable],
  };
}

async function costsAfter(
  bench: Bench,
  length: number,
): Promise<{ costs: Costs; resident: number | undefined }> {
  const crowd = new Crowd(accounts);
  const [busy, ...rest] = crowd.senders;
  const made = await crowd.makeFolder();
  const blobs = function* () {
    for (let i = 0; i < length; i++) yield payment(busy!, rest[i % others]!.id, 1_000n);
  };
  const hashes = await addHistory(made, blobs());
  const folder = toDisk(made);
  const result = await withServer(bench, { dataFolder: folder }, async (target, server) => {
    const seconds = bench.options.seconds * 0.4;
    const random = seededRandom(99);
    const last = Number((await target.ask("ledger_closed")).ledger_index);
    // A thousand different ones, so that the answers of a few are not all that is measured.
    const ages = Array.from({ length: 1000 }, () => random.below(length));
    const ask = async (requests: Buffer[], expected: string) =>
      (await measureQuery(target, requests, expected, seconds)).cpu;
    const infoAt = (ledgerIndex: number | string) =>
      target.request("account_info", { account: busy!.address, ledger_index: ledgerIndex });
    const costs: Costs = {
      submit: undefined,
      "close, each transaction": undefined,
      "account_info, newest ledger": await ask([infoAt("validated")], "account_data"),
      "account_info, ledgers of all ages": await ask(
        ages.map((age) => infoAt(last - age)),
        "account_data",
      ),
      "account_tx, 20 rows": await ask(
        [target.request("account_tx", { account: busy!.address, ledger_index_min: -1, limit: 20 })],
        "AffectedNodes",
      ),
      "tx, of all ages": await ask(
        ages.map((age) => target.request("tx", { transaction: hashes[age] })),
        "AffectedNodes",
      ),
      "ledger, of all ages": await ask(
        ages.map((age) => target.request("ledger", { ledger_index: last - age })),
        "ledger_hash",
      ),
      "start (time)": server.startMilliseconds / 1000,
    };
    await submitAll(target, crowd.payments(target, payments));
    await closeAll(target, payments);
    costs.submit = (await submitAll(target, crowd.payments(target, payments))).cpu;
    costs["close, each transaction"] = (await closeAll(target, payments)).cpu;
    return { costs, resident: target.memory()?.resident };
  });
  removeFolder(folder);
  return result;
}
