import { monitorEventLoopDelay } from "node:perf_hooks";
import { drive, each, eachInOrder, expectText } from "../load/drive.ts";
import { HttpConnection } from "../load/httpConnection.ts";
import type { Probe } from "../load/probe.ts";
import { inOrder, percentile } from "../load/statistics.ts";
import type { Target } from "../load/target.ts";
import { removeFolder } from "../load/temporaryFolder.ts";
import { against, count, duration, tableText } from "../report.ts";
import type { Work } from "./bench.ts";
import { makeCrowd } from "./largeCrowd.ts";
import { withServer } from "./withServer.ts";

const accounts = 100_000;
const transactions = 20_000;
/** Seconds that the event loop may be held up. */
const wanted = 0.05;

interface Pauses {
  readonly work: string;
  /** Milliseconds: the slowest answers to `ping` meanwhile, seen from outside, and their number. */
  readonly pings: number;
  readonly outside: number;
  readonly outsideP99: number;
  /** Milliseconds that the server's event loop was held up, seen from inside. */
  readonly inside: number;
  /** The same of this process: what the machine itself adds. */
  readonly own: number;
}

/** How long others wait while a large ledger is filled, closed and shown. */
export const measurePauses: Work = async (bench) => {
  const { crowd, folder } = await makeCrowd(bench, accounts);
  const options = { dataFolder: folder, withProbe: true };
  const rows = await withServer(bench, options, async (target, { probe }) => {
    const rows: Pauses[] = [];
    const one = target.connections.slice(0, 1);
    // The first ledger is for the compiler.
    for (const isMeasured of [false, true]) {
      const requests = crowd.payments(target, isMeasured ? transactions : transactions / 4);
      const accept = target.request("ledger_accept");
      const show = target.request("ledger", { ledger_index: "validated", transactions: true, expand: true });
      const works: [string, () => Promise<unknown>][] = [
        ["submitting", () => drive(target.connections, eachInOrder(requests), expectText("tesSUCCESS"))],
        ["closing", () => drive(one, each([accept]), expectText("ledger_current_index"))],
        ["showing, expanded", () => drive(one, each([show]), expectText("AffectedNodes"))],
      ];
      for (const [work, run] of works) {
        const pauses = await during(target, probe!, work, run);
        if (isMeasured) rows.push(pauses);
      }
    }
    return rows;
  });
  removeFolder(folder);
  const table = {
    head: [
      "a ledger of 20,000 transactions",
      "pings",
      "slowest",
      "p99",
      "worst pause inside",
      "wanted",
      "of this machine",
    ],
    rows: rows.map((row) => [
      row.work,
      count(row.pings),
      duration(row.outside / 1000),
      duration(row.outsideP99 / 1000),
      duration(row.inside / 1000),
      against(wanted, row.inside / 1000, duration),
      duration(row.own / 1000),
    ]),
  };
  console.error(`${tableText(table)}\n`);
  bench.keep({
    name: "pauses",
    text:
      "How long others wait meanwhile: a `ping` every two milliseconds on a connection of its own, seen from outside, and the " +
      "longest time that the server's event loop was held up, seen from inside by a probe that the benchmark loads into it. " +
      "The last column is the same in the benchmark's own process, which is nearly idle while a ledger closes: pauses of " +
      "that length are the machine's.",
    tables: [table],
  });
};

async function during(
  target: Target,
  probe: Probe,
  work: string,
  run: () => Promise<unknown>,
): Promise<Pauses> {
  await target.quiet();
  const connection = await HttpConnection.open(target.url);
  const ping = target.request("ping");
  const own = monitorEventLoopDelay({ resolution: 1 });
  let isOver = false;
  const latencies: number[] = [];
  const pinging = (async () => {
    while (!isOver) {
      const begin = performance.now();
      await connection.send(ping);
      latencies.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  await probe.beginPauses();
  own.enable();
  await run();
  const inside = await probe.endPauses();
  own.disable();
  isOver = true;
  await pinging;
  connection.close();
  const sorted = inOrder(latencies);
  return {
    work,
    pings: sorted.length,
    outside: percentile(sorted, 1),
    outsideP99: percentile(sorted, 0.99),
    inside,
    own: own.max / 1e6 - 1,
  };
}
