import { encodeAddress } from "../../src/protocol/base58.ts";
import { removeFolder } from "../load/temporaryFolder.ts";
import { count, megabytes, type Section, tableText } from "../report.ts";
import type { Bench } from "./bench.ts";
import { closeAll, submitAll } from "./crowd.ts";
import { growthTable, withSum } from "./growthTable.ts";
import { largeCrowd, makeCrowd, million } from "./largeCrowd.ts";
import { measureQuery, withServer } from "./withServer.ts";

const payments = 12_000;
/** Queries go to so many different accounts: more than the caches keep. */
const asked = 300_000;

interface Costs {
  readonly size: number;
  readonly start: number;
  readonly submit: number | undefined;
  readonly close: number | undefined;
  readonly info: number | undefined;
  readonly lines: number | undefined;
  readonly resident: number | undefined;
  readonly own: number | undefined;
}

/** The same work on ledgers with a thousand, a hundred thousand and a million accounts. */
export async function growthInAccounts(bench: Bench): Promise<Section> {
  const sizes = [1000, 100_000, million, ...(bench.options.long ? [10 * million] : [])];
  const all: Costs[] = [];
  for (const size of sizes) all.push(await costsAt(bench, size));
  const costs = (of: (costs: Costs) => number | undefined) => all.map(of);
  const table = growthTable("accounts", sizes.map(count), [
    ...withSum(
      { work: "submit", costs: costs(({ submit }) => submit) },
      { work: "close, each transaction", costs: costs(({ close }) => close) },
      "a transaction in all",
    ),
    { work: "account_info", costs: costs(({ info }) => info) },
    { work: "account_lines", costs: costs(({ lines }) => lines) },
    { work: "start (time)", costs: costs(({ start }) => start) },
  ]);
  const memory = {
    head: ["memory", ...sizes.map(count), "wanted"],
    rows: [
      ["resident", ...all.map(({ resident }) => megabytes(resident)), "≤ 1 GB"],
      ["its own", ...all.map(({ own }) => megabytes(own)), ""],
    ],
  };
  console.error(`${tableText(table)}\n\n${tableText(memory)}\n`);
  return {
    // Both are kept: few have the time for the long one.
    name: bench.options.long ? "growth: accounts, long" : "growth: accounts",
    text:
      `Server CPU of ${count(payments)} payments (half native, to any account; half issued), the close after them, and queries ` +
      `of ${count(asked)} accounts in random order, in the validated ledger. Twice is the bound for a transaction in all; submit and ` +
      "close are its parts. Memory after all that.",
    tables: [table, memory],
  };
}

async function costsAt(bench: Bench, size: number): Promise<Costs> {
  const { crowd, folder } = await (size === million ? largeCrowd(bench) : makeCrowd(bench, size));
  const costs = await withServer(bench, { dataFolder: folder }, async (target, server) => {
    const warm = crowd.payments(target, payments / 2);
    await submitAll(target, warm);
    await closeAll(target, payments / 2);
    const submit = await submitAll(target, crowd.payments(target, payments));
    const close = await closeAll(target, payments);
    const validated = { ledger_index: "validated" };
    const { senders, accounts } = crowd;
    // The accounts that fill the ledger are in random order already.
    const info = accounts
      .slice(0, asked)
      .map((id) => target.request("account_info", { account: encodeAddress(id), ...validated }));
    const lines = senders.map(({ address }) =>
      target.request("account_lines", { account: address, ...validated }),
    );
    const { seconds } = bench.options;
    const infoCost = await measureQuery(target, info, "account_data", seconds);
    const linesCost = await measureQuery(target, lines, "no_ripple", seconds);
    const memory = target.memory();
    return {
      size,
      start: server.startMilliseconds / 1000,
      submit: submit.cpu,
      close: close.cpu,
      info: infoCost.cpu,
      lines: linesCost.cpu,
      resident: memory?.resident,
      own: memory?.anonymous,
    };
  });
  removeFolder(folder);
  return costs;
}
