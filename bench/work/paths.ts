import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { encodeAddress } from "../../src/protocol/base58.ts";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { amountToJson } from "../../src/protocol/codec/json.ts";
import { HttpConnection, httpRequest } from "../load/httpConnection.ts";
import { PathLedger } from "../load/pathLedger.ts";
import { inOrder, percentile } from "../load/statistics.ts";
import { removeFolder } from "../load/temporaryFolder.ts";
import { storeWorld } from "../load/world.ts";
import { count, duration } from "../report.ts";
import type { Bench, Work } from "./bench.ts";
import { withServer } from "./withServer.ts";

const requests = 50;
const lines = 100_000;
const offers = 20_000;

/** What a client that only looks at an account notices of fifty path searches over a large ledger. */
export const measurePaths: Work = async (bench) => {
  bench.note(`a ledger of ${count(lines)} lines and ${count(offers)} offers`);
  const world = new PathLedger(100, lines, offers);
  const folder = await storeWorld(
    [...world.exchange.state.all().values()].map((entry) => ({
      key: entry.index,
      bytes: encodeObject(entry),
    })),
  );
  try {
    const figures = await withServer(bench, { dataFolder: folder }, ({ url }) =>
      underPressure(bench, url, world),
    );
    const rows = figures.map(({ name, times, wanted }) => [
      name,
      count(times.length),
      ...[0.5, 0.99, 1].map((share) => duration(percentile(inOrder(times), share))),
      wanted,
    ]);
    for (const [name, times, ...figure] of rows) bench.note(`${name}, ${times} times: ${figure.join(", ")}`);
    bench.keep({
      name: "paths",
      text:
        `${requests} \`ripple_path_find\` requests at once over a validated ledger of ${count(lines)} trust lines and ` +
        `${count(offers)} offers, each from its own connection, while one other connection asks for \`account_info\` again ` +
        "and again, and a ledger closes every second.",
      tables: [
        {
          head: ["work", "operations", "p50", "p99", "worst", "wanted"],
          rows,
        },
      ],
    });
  } finally {
    removeFolder(folder);
  }
};

interface Figure {
  readonly name: string;
  /** Seconds. */
  readonly times: number[];
  readonly wanted: string;
}

async function underPressure({ note }: Bench, url: URL, world: PathLedger): Promise<Figure[]> {
  const { random } = world.exchange;
  const address = encodeAddress(random.pick(world.holders));
  const request = (method: string, params: object) =>
    httpRequest(url, JSON.stringify({ method, params: [params] }));
  const look = request("account_info", { account: address, ledger_index: "validated" });
  const close = request("ledger_accept", {});
  const searches = Array.from({ length: requests }, () => {
    const to = world.heldBy(random.pick(world.holders));
    return request("ripple_path_find", {
      source_account: encodeAddress(random.pick(world.holders)),
      destination_account: encodeAddress(random.pick(world.holders)),
      destination_amount: amountToJson(canonicalAmount(5n, 0, to), { native: "XRP" }),
      ledger_index: "validated",
    });
  });

  const lookTimes: number[] = [];
  const closeTimes: number[] = [];
  let isOver = false;
  const repeat = async (what: Buffer, times: number[], pause: number) => {
    const connection = await HttpConnection.open(url);
    while (!isOver) {
      times.push(await timed(connection, what));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    connection.close();
  };
  const others = [repeat(look, lookTimes, 1), repeat(close, closeTimes, 1000)];
  note(`${requests} searches`);
  const searching = Promise.all(
    searches.map(async (search) => {
      const connection = await HttpConnection.open(url);
      const time = await timed(connection, search);
      connection.close();
      return time;
    }),
  ).finally(() => {
    isOver = true;
  });
  const [searchTimes] = await Promise.all([searching, ...others]);
  return [
    { name: "account_info meanwhile", times: lookTimes, wanted: "p99 ≤ 20 ms" },
    { name: "closes meanwhile", times: closeTimes, wanted: "" },
    { name: "ripple_path_find", times: searchTimes, wanted: "" },
  ];
}

/** Seconds until the answer. @throws Error where it is not 200 */
async function timed(connection: HttpConnection, request: Buffer): Promise<number> {
  const begin = performance.now();
  const { status } = await connection.send(request);
  if (status !== 200) throw new Error(`HTTP status ${status}`);
  return (performance.now() - begin) / 1000;
}
