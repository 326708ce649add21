import { availableParallelism } from "node:os";
import { drive, expectText } from "../load/drive.ts";
import { inOrder, percentile } from "../load/statistics.ts";
import type { Target } from "../load/target.ts";
import { count, duration } from "../report.ts";
import type { Work } from "./bench.ts";
import { Market } from "./market.ts";
import { withServer } from "./withServer.ts";

/** Ledgers that close while queries are measured. */
const rounds = 3;
/** Each kind of query so often in a hundred. */
const shares = {
  account_info: 40,
  account_lines: 20,
  account_objects: 10,
  account_tx: 15,
  gateway_balances: 10,
  ledger: 5,
} as const;

interface Row {
  readonly threads: number;
  readonly work: string;
  readonly latencies: Float64Array;
  readonly seconds: number;
  readonly cpu: number | undefined;
}

/** A mixture of queries without and with reader threads, while nothing else happens and while large ledgers close. */
export const measureReaders: Work = async (bench) => {
  const { accounts, transactions, seconds } = bench.options;
  const rows: Row[] = [];
  for (const threads of new Set([0, Math.max(availableParallelism() - 1, 1)])) {
    bench.note(`a market of ${count(accounts)} accounts, ${threads} reader threads`);
    await withServer(bench, { startArguments: ["--readers", String(threads)] }, async (target) => {
      const market = await Market.found(target, accounts);
      await market.submitPayments(market.payments(transactions));
      await market.closePayments(transactions);
      const requests = mixture(market);
      const ask = (until: () => boolean) => timed(target, requests, until);
      await ask(lasting(seconds));
      rows.push({ threads, work: "nothing else", ...(await ask(lasting(seconds))) });
      const closing: Asked[] = [];
      for (let round = 0; round < rounds; round++) {
        await market.submitPayments(market.payments(transactions));
        closing.push(await whileClosing(target, requests));
      }
      rows.push({ threads, work: `ledgers of ${count(transactions)} close`, ...together(closing) });
    });
  }
  bench.keep({
    name: "readers",
    text:
      "Queries of a validated ledger from 16 connections, in a hundred " +
      `${Object.entries(shares)
        .map(([kind, share]) => `${share} \`${kind}\``)
        .join(", ")} (objects: 200 of the gateway's; transactions: 20; ledger: header alone), ` +
      "without and with as many reader threads as there are by default. While a ledger closes: from the request to close it to its reply.",
    tables: [
      {
        head: [
          "reader threads",
          "meanwhile",
          "queries",
          "per second",
          "p50",
          "p99",
          "worst",
          "server CPU each",
        ],
        rows: rows.map(({ threads, work, latencies, seconds: time, cpu }) => [
          String(threads),
          work,
          count(latencies.length),
          count(latencies.length / time),
          ...[0.5, 0.99, 1].map((share) => duration(percentile(latencies, share) / 1000)),
          duration(cpu),
        ]),
      },
    ],
  });
  for (const { threads, work, latencies, seconds: time, cpu } of rows) {
    bench.note(
      `${threads} readers, ${work}: ${count(latencies.length / time)}/s, p50 ${duration(percentile(latencies, 0.5) / 1000)}, ` +
        `p99 ${duration(percentile(latencies, 0.99) / 1000)}, worst ${duration(percentile(latencies, 1) / 1000)}, CPU ${duration(cpu)}`,
    );
  }
};

/** A thousand queries, each kind's share of them spread evenly. */
function mixture(market: Market): Buffer[] {
  const { target, gateway, holders } = market;
  const busy = market.busyHolders();
  const validated = { ledger_index: "validated" };
  const holder = (n: number) => holders[n % holders.length]!.address;
  const make: Readonly<Record<keyof typeof shares, (n: number) => Buffer>> = {
    account_info: (n) => target.request("account_info", { account: holder(n), ...validated }),
    account_lines: (n) => target.request("account_lines", { account: holder(n), ...validated }),
    account_objects: () =>
      target.request("account_objects", { account: gateway.address, limit: 200, ...validated }),
    account_tx: (n) => {
      const { address } = busy[n % busy.length]!;
      return target.request("account_tx", { account: address, ledger_index_min: -1, limit: 20 });
    },
    gateway_balances: (n) =>
      target.request("gateway_balances", { account: gateway.address, hotwallet: [holder(n)], ...validated }),
    ledger: () => target.request("ledger", validated),
  };
  const placed = Object.entries(shares).flatMap(([kind, share]) =>
    Array.from({ length: share * 10 }, (_, n) => ({
      place: (n + 0.5) / share,
      request: make[kind as keyof typeof shares](n),
    })),
  );
  return placed.sort((a, b) => a.place - b.place).map(({ request }) => request);
}

const lasting = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
};

type Asked = Omit<Row, "threads" | "work">;

/** Asks on all connections until it is over. */
async function timed(target: Target, requests: readonly Buffer[], isOver: () => boolean): Promise<Asked> {
  const cpuBefore = target.cpuSeconds();
  const begin = performance.now();
  let at = 0;
  const next = () => (isOver() ? undefined : requests[at++ % requests.length]);
  const latencies = inOrder(await drive(target.connections, next, expectText('"success"')));
  const cpu = cpuBefore === undefined ? undefined : (target.cpuSeconds()! - cpuBefore) / latencies.length;
  return { latencies, seconds: (performance.now() - begin) / 1000, cpu };
}

/** Asks from the moment on in which a ledger begins to close, until it is closed. */
async function whileClosing(target: Target, requests: readonly Buffer[]): Promise<Asked> {
  await target.quiet();
  let isClosed = false;
  const closing = target.closeLedger().finally(() => {
    isClosed = true;
  });
  const asked = await timed(target, requests, () => isClosed);
  await closing;
  await target.quiet();
  return asked;
}

/** Several measurements as one. The processor time has that of the close in it: it is left out. */
const together = (parts: readonly Asked[]): Asked => ({
  latencies: inOrder(parts.flatMap(({ latencies }) => [...latencies])),
  seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
  cpu: undefined,
});
