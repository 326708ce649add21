/**
 * What the store and the trees cost, without the engine. Run: `npx tsx bench/store.ts [entries]` (default 1,000,000).
 *
 * Fills a store on disk with account-sized entries, then commits durable ledgers of 10, 1,000 and 20,000 changed
 * entries spread over all of them, half as many transactions (each affects two accounts), and ledgers of 12,000
 * transactions by 4,000 accounts. Prints CPU time (all threads of the process), the longest pause of the event loop,
 * and reads' times. The first line hashes a known load, to tell a busy machine from a slow change.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sodium from "sodium-native";
import { sha512Half } from "../src/protocol/digests.ts";
import type { Hash256 } from "../src/protocol/types.ts";
import { withLedgerHash } from "../src/state/ledgerHeader.ts";
import type { LedgerStore } from "../src/state/ledgerStore.ts";
import { buildStateTree } from "../src/state/tree/buildStateTree.ts";
import { StateTree } from "../src/state/tree/stateTree.ts";
import { TransactionTree } from "../src/state/tree/transactionTree.ts";
import { openLmdbLedgerStore } from "../src/storage/lmdb/lmdbLedgerStore.ts";

const entryCount = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "xagd-bench-store-"));
const zeros = "0".repeat(64);
const hashOf = (text: string): Hash256 => sha512Half(Buffer.from(text));
const header = (ledgerIndex: number, accountHash = zeros) =>
  withLedgerHash({
    ledgerIndex,
    parentHash: zeros,
    accountHash,
    transactionHash: zeros,
    totalDrops: 1n,
    closeTime: ledgerIndex * 10,
    parentCloseTime: ledgerIndex * 10 - 10,
    closeTimeResolution: 10,
    closeFlags: 0,
  });

let seed = 1;
/** The same numbers in every run: 0 to below `bound`. */
function random(bound: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * bound);
}
function entryBytes(): Uint8Array {
  const bytes = new Uint8Array(150).fill(7);
  for (let i = 0; i < 8; i++) bytes[i] = random(256);
  return bytes;
}
const cpuMs = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

async function fill(store: LedgerStore, keys: readonly Hash256[]): Promise<void> {
  const target = store.importLedger(header(1));
  const sorted = keys.toSorted();
  for (let i = 0; i < sorted.length; i += 20_000) {
    await target.add(sorted.slice(i, i + 20_000).map((key) => ({ key, bytes: entryBytes() })));
  }
  await buildStateTree(
    target.entries(),
    (path) => store.treePage(path),
    (pages) => target.addTreePages(pages),
  );
  await target.finish();
}

interface Load {
  readonly transactions: number;
  /** Changed entries, of `among` ones. */
  readonly changes: number;
  readonly among: number;
}

async function commitLedger(store: LedgerStore, tree: StateTree, keys: readonly Hash256[], load: Load) {
  const ledgerIndex = store.range!.last + 1;
  const changed = new Set<Hash256>();
  while (changed.size < load.changes) changed.add(keys[random(load.among)]!);
  const changedKeys = [...changed];
  const state = changedKeys.map((key) => ({ key, bytes: entryBytes(), existed: true }));
  const account = (i: number) => changedKeys[i % changedKeys.length]!.slice(0, 40);
  const transactions = Array.from({ length: load.transactions }, (_, i) => ({
    hash: hashOf(`${ledgerIndex} ${i}`),
    blob: new Uint8Array(200),
    metadata: new Uint8Array(400),
    accounts: [account(2 * i), account(2 * i + 1)],
  }));
  // Let the load's own garbage be collected before anything is measured.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const turn = () => new Promise<void>(setImmediate);

  let cpu = process.cpuUsage();
  const transactionTree = new TransactionTree();
  for (const [i, { hash, blob, metadata }] of transactions.entries()) {
    transactionTree.add(hash, blob, metadata);
    if (i % 1_000 === 999) await turn();
  }
  transactionTree.root();
  const transactionTreeMs = cpuMs(cpu);
  cpu = process.cpuUsage();
  const { root, pages } = await tree.updateInSteps(state, turn);
  const stateTreeMs = cpuMs(cpu);
  cpu = process.cpuUsage();
  const start = performance.now();
  await store.commit({ header: header(ledgerIndex, root), state, treePages: pages, transactions });
  const wallMs = performance.now() - start;
  const commitMs = cpuMs(cpu);
  pauses.disable();
  return { transactionTreeMs, stateTreeMs, commitMs, wallMs, pauseMs: pauses.max / 1e6 };
}

async function report(
  store: LedgerStore,
  tree: StateTree,
  keys: readonly Hash256[],
  load: Load,
  runs: number,
) {
  const results: Awaited<ReturnType<typeof commitLedger>>[] = [];
  for (let run = 0; run < runs; run++) results.push(await commitLedger(store, tree, keys, load));
  const median = (of: keyof (typeof results)[number]) =>
    results.map((result) => result[of]).sort((a, b) => a - b)[Math.floor(runs / 2)]!;
  const perChange = (ms: number) => ((ms * 1000) / load.changes).toFixed(1);
  const perTransaction = (ms: number) => ((ms * 1000) / load.transactions).toFixed(1);
  const sum = median("transactionTreeMs") + median("stateTreeMs") + median("commitMs");
  const cells = [
    load.transactions,
    `${load.changes} of ${load.among}`,
    perTransaction(median("transactionTreeMs")),
    `${perTransaction(median("stateTreeMs"))} (${perChange(median("stateTreeMs"))})`,
    `${perTransaction(median("commitMs"))} (${perChange(median("commitMs"))})`,
    perTransaction(sum),
    median("wallMs").toFixed(1),
    Math.max(...results.map(({ pauseMs }) => pauseMs)).toFixed(1),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

function time(what: string, count: number, work: (i: number) => void): void {
  const start = performance.now();
  for (let i = 0; i < count; i++) work(i);
  console.log(`| ${what} | ${(((performance.now() - start) * 1000) / count).toFixed(2)} |`);
}

const node = new Uint8Array(516);
const digest = new Uint8Array(64);
const calibration = process.cpuUsage();
for (let i = 0; i < 100_000; i++) sodium.crypto_hash_sha512(digest, node);
const hashUs = (cpuMs(calibration) * 1000) / 100_000;
console.log(
  `${cpus()[0]!.model}, Node ${process.version}; SHA-512 of 516 bytes: ${hashUs.toFixed(2)} µs (1.35 when idle)`,
);

/** Each ledger is measured by itself. */
const alone = { gatherMilliseconds: 0 };

try {
  const keys = Array.from({ length: entryCount }, (_, i) => hashOf(`${i}`));
  let store = await openLmdbLedgerStore(folder, alone);
  let start = performance.now();
  await fill(store, keys);
  console.log(`filled with ${entryCount} entries: ${(performance.now() - start).toFixed(0)} ms`);
  await store.close();
  start = performance.now();
  store = await openLmdbLedgerStore(folder, alone);
  store.entry(1, keys[0]!);
  console.log(`open and first read: ${(performance.now() - start).toFixed(1)} ms`);

  const tree = StateTree.over(store, { cacheBytes: 128 << 20 });
  console.log("\nCPU in µs for each transaction (for each changed entry), medians; times in ms\n");
  console.log("| transactions | entries | tx tree | state tree | commit | together | wall | longest pause |");
  console.log("|---|---|---|---|---|---|---|---|");
  const busy = Math.min(4_000, entryCount);
  const loads: [Load, number][] = [
    [{ transactions: 5, changes: 10, among: entryCount }, 50],
    [{ transactions: 500, changes: 1_000, among: entryCount }, 9],
    [{ transactions: 10_000, changes: 20_000, among: entryCount }, 7],
    [{ transactions: 5, changes: 10, among: entryCount }, 50],
    [{ transactions: 12_000, changes: busy - 100, among: busy }, 9],
  ];
  for (const [load, runs] of loads) await report(store, tree, keys, load, runs);

  console.log("\n| read | µs |\n|---|---|");
  const { last } = store.range!;
  const key = (i: number) => keys[(i * 7_919) % entryCount]!;
  time("entry, last ledger", 100_000, (i) => store.entry(last, key(i)));
  time("entry, oldest ledger", 50_000, (i) => store.entry(1, key(i)));
  time("successor, last ledger", 20_000, (i) => store.successor(last, key(i)));
  time("successor, oldest ledger", 20_000, (i) => store.successor(1, key(i)));
  const walk = store.entries(last)[Symbol.iterator]();
  time("walk over entries", Math.min(100_000, entryCount), () => walk.next());
  const list = store.transactions(last)[Symbol.iterator]();
  time("walk over a ledger's transactions", 12_000, () => list.next());
  time("transaction by hash", 12_000, (i) =>
    store.transaction(store.transactionPlace(hashOf(`${last} ${i}`))!),
  );
  const query = { first: 1, last, forward: false };
  time("20 of an account's transactions", 2_000, (i) => {
    let left = 20;
    for (const place of store.accountTransactions(keys[i % busy]!.slice(0, 40), query)) {
      store.transaction(place);
      if (--left === 0) break;
    }
  });
  console.log(
    `\nfile ${megabytes(statSync(join(folder, "data.mdb")).size)}, memory ${megabytes(process.memoryUsage().rss)} (with the bench's own keys, and what of the file is mapped)`,
  );
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
