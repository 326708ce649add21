import { type Account, fillingAccounts, numberedAccount } from "../load/accounts.ts";
import type { Target } from "../load/target.ts";
import { removeFolder, toDisk } from "../load/temporaryFolder.ts";
import { issued, payment, signed } from "../load/transactions.ts";
import { makeWorld } from "../load/world.ts";
import { count, type Section, tableText } from "../report.ts";
import type { Bench } from "./bench.ts";
import { closeAll, submitAll } from "./crowd.ts";
import { growthTable, withSum } from "./growthTable.ts";
import { measureQuery, withServer } from "./withServer.ts";

const sizes = [1, 1000, 100_000] as const;
/** Of each kind. */
const transactions = 1000;

const queries = [
  "account_info",
  "account_lines, 10 of them",
  "account_lines, 200 of them",
  "account_objects, 200",
  "gateway_balances",
] as const;
const changes = ["payment to one holder", "payment to any holder", "new line to the issuer"] as const;
type Change = (typeof changes)[number];
type Costs = Partial<
  Record<(typeof queries)[number] | `${Change}: submit` | `${Change}: close`, number | undefined>
>;

interface Hub {
  readonly issuer: Account;
  readonly holders: readonly string[];
  /** Accounts with keys that do not hold of it yet. */
  readonly newcomers: readonly Account[];
}

/** The same work on an issuer with one line, with a thousand and with a hundred thousand. */
export async function growthInLines(bench: Bench): Promise<Section> {
  bench.note(`issuers with ${sizes.map(count).join(", ")} lines`);
  // One more, on which the compiler learns.
  const hubs = hubsOf([1000, ...sizes]);
  const world = await makeWorld({
    accounts: hubs.flatMap(({ issuer, holders, newcomers }) => [
      issuer.id,
      ...holders,
      ...newcomers.map(({ id }) => id),
    ]),
    issuers: hubs.map(({ issuer, holders }) => ({ id: issuer.id, holders })),
  });
  const folder = toDisk(world);
  const all: Costs[] = [];
  await withServer(bench, { dataFolder: folder }, async (target) => {
    const [first, ...others] = hubs;
    await costsOf(bench, target, first!, 0.1);
    for (const hub of others) all.push(await costsOf(bench, target, hub, bench.options.seconds * 0.4));
  });
  removeFolder(folder);
  const row = (work: keyof Costs) => ({ work, costs: all.map((costs) => costs[work]) });
  const table = growthTable("lines of the account", sizes.map(count), [
    ...queries.map(row),
    ...changes.flatMap((change) =>
      withSum(row(`${change}: submit`), row(`${change}: close`), `${change}: in all`),
    ),
  ]);
  console.error(`${tableText(table)}\n`);
  return {
    name: "growth: lines",
    text:
      "Server CPU of queries of an issuer, validated ledger, and of transactions that change its lines. Twice is the bound for " +
      "a transaction in all; submit and close are its parts.",
    tables: [table],
  };
}

function hubsOf(sizes: readonly number[]): Hub[] {
  const filling = fillingAccounts(sizes.reduce((sum, size) => sum + size, 0));
  return sizes.map((size, i) => ({
    issuer: numberedAccount(i),
    holders: filling.splice(0, size),
    newcomers: Array.from({ length: transactions }, (_, j) => numberedAccount(100 + i * transactions + j)),
  }));
}

async function costsOf(bench: Bench, target: Target, hub: Hub, seconds: number): Promise<Costs> {
  const { issuer, holders, newcomers } = hub;
  const costs: Costs = {};
  const ask = async (work: (typeof queries)[number], method: string, params: object, expected: string) => {
    const request = target.request(method, {
      account: issuer.address,
      ledger_index: "validated",
      ...params,
    });
    costs[work] = (await measureQuery(target, [request], expected, seconds)).cpu;
  };
  bench.note(`an issuer with ${count(holders.length)} lines`);
  await ask("account_info", "account_info", {}, "account_data");
  // With less than a page of lines there is no page to compare.
  if (holders.length >= 10) {
    await ask("account_lines, 10 of them", "account_lines", { limit: 10 }, "marker");
  }
  if (holders.length >= 200) {
    await ask("account_lines, 200 of them", "account_lines", { limit: 200 }, "marker");
    await ask("account_objects, 200", "account_objects", { limit: 200 }, "marker");
  }
  await ask("gateway_balances", "gateway_balances", {}, "obligations");

  const pay = async (whom: "one" | "any", pays: readonly string[]) => {
    const blobs = pays.map((holder) => payment(issuer, holder, issued(1, issuer.id)));
    const requests = blobs.map((blob) => target.request("submit", { tx_blob: blob }));
    costs[`payment to ${whom} holder: submit`] = (await submitAll(target, [requests])).cpu;
    costs[`payment to ${whom} holder: close`] = (await closeAll(target, requests.length)).cpu;
  };
  const numbers = Array.from({ length: transactions }, (_, i) => i);
  await pay(
    "one",
    numbers.map(() => holders[0]!),
  );
  // Where there is one holder only, its line is written once for all payments: nothing to compare with.
  if (holders.length > 1) {
    await pay(
      "any",
      numbers.map((i) => holders[(i * 7919) % holders.length]!),
    );
  }

  const line = { TransactionType: "TrustSet", LimitAmount: issued(1000, issuer.id) };
  const lists = target.connections.map((_, i) =>
    newcomers
      .filter((_, j) => j % target.connections.length === i)
      .map((account) => target.request("submit", { tx_blob: signed(account, line) })),
  );
  costs["new line to the issuer: submit"] = (await submitAll(target, lists)).cpu;
  costs["new line to the issuer: close"] = (await closeAll(target, newcomers.length)).cpu;
  return costs;
}
