import type { Target } from "../load/target.ts";
import { type CostRow, costTable, count, megabytes, memoryCells } from "../report.ts";
import type { Bench } from "./bench.ts";
import { Market } from "./market.ts";
import { measureQuery } from "./withServer.ts";

/** Kinds of work on one market, in the order in which they are measured. */
export const marketKinds = [
  "submit",
  "close",
  "memory",
  "account_info",
  "account_lines",
  "account_tx",
  "account_objects",
  "gateway_balances",
  "ledger",
] as const;
export type MarketKind = (typeof marketKinds)[number];

/** A query: what is asked, over and over, and the word that a good reply has. */
interface Query {
  readonly work: string;
  readonly text: string;
  readonly wanted: number;
  readonly expected: string;
  requests(market: Market): Buffer[];
  /** Where the replies are large: so many connections rather than all. */
  readonly connections?: number;
}

/** How long the server has nothing to do before its memory is looked at again. */
const idleSeconds = 11;

const validated = { ledger_index: "validated" };

const queries: Partial<Record<MarketKind, Query>> = {
  account_info: {
    work: "account_info",
    text: "account_info of every holder in turn, validated ledger.",
    wanted: 42e-6,
    expected: "account_data",
    requests: ({ target, holders }) =>
      holders.map(({ address }) => target.request("account_info", { account: address, ...validated })),
  },
  account_lines: {
    work: "account_lines",
    text: "account_lines of every holder in turn, who has one line, validated ledger.",
    wanted: 50e-6,
    expected: "no_ripple",
    requests: ({ target, holders }) =>
      holders.map(({ address }) => target.request("account_lines", { account: address, ...validated })),
  },
  account_tx: {
    work: "account_tx, 20 rows",
    text: "The newest 20 transactions of the busy accounts in turn, with metadata, as JSON.",
    wanted: 180e-6,
    expected: "AffectedNodes",
    requests: (market) =>
      market
        .busyHolders()
        .map(({ address }) =>
          market.target.request("account_tx", { account: address, ledger_index_min: -1, limit: 20 }),
        ),
  },
  account_objects: {
    work: "account_objects, 200",
    text: "The gateway's first 200 objects, validated ledger.",
    wanted: 900e-6,
    expected: "marker",
    requests: ({ target, gateway }) => [
      target.request("account_objects", { account: gateway.address, limit: 200, ...validated }),
    ],
  },
  gateway_balances: {
    work: "gateway_balances",
    text: "The gateway's obligations over all its lines, one holder named as hot wallet, validated ledger.",
    wanted: 60e-6,
    expected: "obligations",
    requests: ({ target, gateway, holders }) =>
      holders.slice(0, 100).map(({ address }) =>
        target.request("gateway_balances", {
          account: gateway.address,
          hotwallet: [address],
          ...validated,
        }),
      ),
  },
  ledger: {
    work: "ledger, expanded",
    text: "A closed ledger with all its transactions expanded, as JSON; one connection.",
    wanted: 0.12,
    expected: "AffectedNodes",
    connections: 1,
    requests: ({ target, ledgers }) =>
      ledgers.map((index) =>
        target.request("ledger", { ledger_index: index, transactions: true, expand: true }),
      ),
  },
};

/** Measures the wanted kinds on one market, whose making the first of them need. */
export async function measureMarket(
  bench: Bench,
  target: Target,
  kinds: ReadonlySet<MarketKind>,
): Promise<void> {
  const { accounts, transactions } = bench.options;
  const add = (name: string, text: string, rows: CostRow[]) => {
    bench.keep({ name, text, tables: [costTable(rows)] });
    bench.say(name, rows);
  };
  bench.note(`a market of ${count(accounts)} accounts`);
  const market = await Market.found(target, accounts);
  const atFirst = target.memory();

  const submits: CostRow[] = [];
  const closes: CostRow[] = [];
  // account_tx looks back over more than one ledger, and the second round shows what a warm server does.
  for (const round of ["first", "second"]) {
    bench.note(`signing ${count(transactions)} payments`);
    const requests = market.payments(transactions);
    const work = `${round} ${count(transactions)} payments`;
    submits.push({ work, measurement: await market.submitPayments(requests), wanted: 160e-6 });
    closes.push({ work, measurement: await market.closePayments(transactions), wanted: 60e-6 });
  }
  if (kinds.has("submit")) {
    add(
      "submit",
      `Signed payments as tx_blob, ${target.connections.length} connections, half of them native and half issued through the ` +
        "gateway (three accounts, two lines), half of either kind of key; answered when durable.",
      submits,
    );
  }
  if (kinds.has("close")) {
    add("close", "ledger_accept of these ledgers, per transaction: apply again, hash, store.", closes);
  }
  if (kinds.has("memory")) {
    const memory = target.memory();
    // Nothing to do for a while: time to collect garbage.
    await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000));
    const later = target.memory();
    const transactionsSoFar = 2 * transactions;
    bench.keep({
      name: "memory",
      text:
        `Resident memory of the server after ${count(transactionsSoFar)} payments by ${count(accounts)} accounts; wanted ≤ 250 MB. ` +
        "Resident counts pages of mapped files, which the system drops when it needs them; `growth` has larger ledgers.",
      tables: [
        {
          head: ["after", "resident", "own", "most ever"],
          rows: [
            ["the accounts are made", ...memoryCells(atFirst)],
            [`${count(transactionsSoFar)} payments`, ...memoryCells(memory)],
            [`and ${idleSeconds} seconds without work`, ...memoryCells(later)],
          ],
        },
      ],
    });
    bench.note(`memory: ${megabytes(memory?.resident)} resident, then ${megabytes(later?.resident)}`);
  }
  for (const kind of marketKinds) {
    const query = queries[kind];
    if (query === undefined || !kinds.has(kind)) continue;
    const requests = query.requests(market);
    const { seconds } = bench.options;
    const measurement = await measureQuery(target, requests, query.expected, seconds, {
      connections: query.connections,
      name: kind,
    });
    add(kind, query.text, [{ work: query.work, measurement, wanted: query.wanted }]);
  }
}
