import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addresses,
  makeMarket,
  startTestCommands,
  type TestCommands,
} from "../../../test/support/testCommands.ts";
import { rich, testStart } from "../../../test/support/testNode.ts";
import { createDispatcher, type Dispatcher } from "../../commands/dispatch.ts";
import { allCommands } from "../../commands/index.ts";
import type { JsonObject } from "../../commands/json.ts";
import type { KnownLedgers } from "../../commands/readers.ts";
import { createServices } from "../../commands/services.ts";
import { type Pause, writePieces } from "../../commands/writtenJson.ts";
import { startWorker } from "../../crypto/startWorker.ts";
import { importGenesis } from "../../node/firstLedger.ts";
import { defaultGenesis } from "../../node/genesis.ts";
import { JsonWriter } from "../../protocol/codec/jsonWriter.ts";
import { answerJsonRpc, type HttpCaller } from "../../servers/jsonrpc/jsonRpc.ts";
import { wholeText } from "../../servers/replyText.ts";
import { PostingSubscribers } from "../../servers/urlSubscribers.ts";
import type { LedgerStore } from "../../state/ledgerStore.ts";
import { openLmdbLedgerStore } from "../../storage/lmdb/lmdbLedgerStore.ts";
import { createReaderPool, type ReaderPool } from "./readerPool.ts";

let folder: string;
let store: LedgerStore;
let commands: TestCommands;
let services: ReturnType<typeof createServices>;
const threads: Worker[] = [];
const failures: Error[] = [];
const faults: unknown[] = [];

const admin: HttpCaller = {
  origin: { isAdmin: true, isGateway: false },
  user: undefined,
  forwardedFor: undefined,
};
/** Enough for replies of more pieces than may be ahead. */
const manyAccounts = 4_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "xagd-readers-"));
  store = await openLmdbLedgerStore(folder, { sync: false });
  const filling = Array.from(
    { length: manyAccounts },
    (_, i) => `7${i.toString(16).toUpperCase().padStart(39, "0")}`,
  );
  const accounts = [...Object.values(rich).map(({ id }) => id), ...filling];
  const genesis = {
    ...defaultGenesis,
    accounts: accounts.map((account) => ({ account, balance: 10_000_000_000n })),
  };
  await importGenesis(store, genesis, testStart);
  commands = await startTestCommands({ store });
  await makeMarket(commands);
  for (let i = 0; i < 70; i++) {
    await commands.submit({
      TransactionType: "Payment",
      Account: rich.alice,
      Destination: rich.bob.id,
      Amount: BigInt(1000 + i),
    });
  }
  await commands.node.closeLedger();
  services = createServices(commands.node, commands.server, new PostingSubscribers(() => {}));
});

afterAll(async () => {
  services.stop();
  await commands.stop();
  rmSync(folder, { recursive: true });
});

const startPool = (count = 1): ReaderPool =>
  createReaderPool({
    threads: count,
    folder,
    node: commands.node.settings,
    hurry: () => store.hurry(),
    onThreadFailure: (error) => void failures.push(error),
    onFault: (_command, error) => void faults.push(error),
    start(settings) {
      const worker = startWorker("./readerWorker", import.meta.url, settings);
      threads.push(worker);
      return worker;
    },
  });

const dispatcherWith = (readers: ReaderPool): Dispatcher =>
  createDispatcher({
    ...services,
    commands: allCommands,
    readers,
    onFault: (_command, error) => void faults.push(error),
  });

const ask = async (
  dispatcher: Dispatcher,
  method: string,
  params: JsonObject,
): Promise<{ status: number; body: string }> => {
  const request = JSON.stringify({ method, params: [params], id: 7 });
  const { status, body } = await answerJsonRpc(request, admin, dispatcher);
  return { status, body: await wholeText(body) };
};

/** Members may come in another order: entries are kept as they were made. */
const parsed = ({ status, body }: { status: number; body: string }): unknown => [status, JSON.parse(body)];

/** The ledgers that there are now. */
const known = (): KnownLedgers => ({
  first: store.range!.first,
  last: commands.node.ledgers.closed().ledgerIndex,
  hash: commands.node.ledgers.closed().hash!,
});
const adminCaller = { role: "admin", apiVersion: 1 } as const;
const wholeLedger: JsonObject = { command: "ledger", ledger_index: "validated", full: true };

/** A pool whose threads are up. */
async function startReadyPool(count = 1): Promise<ReaderPool> {
  const pool = startPool(count);
  await ready(pool);
  return pool;
}

async function ready(pool: ReaderPool): Promise<void> {
  for (let answered: unknown; answered === undefined; ) {
    answered = await pool.answer({ command: "tx_history", start: 0 }, adminCaller, known(), false);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Made when the ledger is there. */
const questions = (): [method: string, params: JsonObject][] => {
  const { alice, bob, carol } = addresses;
  const validated = { ledger_index: "validated" };
  const market = {
    taker_gets: { currency: "USD", issuer: alice },
    taker_pays: { currency: commands.node.settings.nativeCurrency },
  };
  return [
    ["account_tx", { account: alice }],
    ["account_tx", { account: bob, binary: true, forward: true, limit: 65 }],
    ["account_tx", { account: bob, limit: 61, ledger_index_min: 2, ledger_index_max: 5 }],
    ["account_tx", { account: bob, limit: 61, ledger_index_min: 999 }],
    ["account_lines", { account: alice, limit: 400, ...validated }],
    ["account_objects", { account: bob, limit: 400, ...validated }],
    [
      "account_objects",
      { account: bob, limit: 400, marker: `${"A".repeat(64)},${"B".repeat(64)}`, ...validated },
    ],
    ["account_offers", { account: bob, limit: 400, ...validated }],
    ["account_channels", { account: bob, limit: 400, ...validated }],
    ["book_offers", { ...market, ...validated }],
    ["book_offers", { ...market, ledger_index: 2 }],
    ["ledger", { ...validated, transactions: true, expand: true, owner_funds: true }],
    ["ledger", { ...validated, full: true, type: "account" }],
    ["ledger", { ledger_index: 2, accounts: true, binary: true, expand: true }],
    ["ledger", { ledger_hash: store.header(4)!.ledgerHash, full: true }],
    ["ledger_data", validated],
    ["ledger_data", { ...validated, limit: 5000 }],
    ["ledger_data", { ...validated, binary: true, limit: 2000, type: "account" }],
    [
      "ripple_path_find",
      { source_account: carol, destination_account: bob, destination_amount: "1000000", ...validated },
    ],
    [
      "ripple_path_find",
      {
        source_account: carol,
        destination_account: "rrrrrrrrrrrrrrrrrrrrBZbvji",
        destination_amount: "1",
        ...validated,
      },
    ],
    ["ripple_path_find", { source_account: carol, ...validated }],
    ["noripple_check", { account: alice, role: "gateway", transactions: true, ...validated }],
    ["noripple_check", { account: "nobody", role: "gateway", ...validated }],
  ];
};

test("a thread answers just what the main thread does", async () => {
  const pool = await startReadyPool();
  const dispatcher = dispatcherWith(pool);
  const before = pool.counts.answered;
  let asked = 0;
  for (const api_version of [1, 2]) {
    for (const [method, params] of questions()) {
      const request = { ...params, api_version };
      const there = parsed(await ask(dispatcher, method, request));
      expect(there, `${method} ${JSON.stringify(params)}`).toEqual(
        parsed(await ask(commands.dispatcher, method, request)),
      );
      expect(pool.counts.answered - before, `${method} ${JSON.stringify(params)}`).toBe(++asked);
    }
  }
  await pool.close();
  expect([failures, faults]).toEqual([[], []]);
});

test("what is of the open ledger, or light, is answered here", async () => {
  const pool = await startReadyPool();
  const dispatcher = dispatcherWith(pool);
  const before = pool.counts.answered;
  const { alice, bob } = addresses;
  for (const [method, params] of [
    ["account_lines", { account: alice, limit: 400, ledger_index: "current" }],
    ["account_lines", { account: alice, ledger_index: "validated" }],
    ["account_info", { account: alice, ledger_index: "validated" }],
    ["ripple_path_find", { source_account: alice, destination_account: bob, destination_amount: "1" }],
    ["ledger", {}],
  ] as const) {
    expect((await ask(dispatcher, method, params)).body).toContain('"success"');
  }
  expect(pool.counts.answered).toBe(before);
  await pool.close();
});

test("a ledger is answered from as soon as it is in the store, and until then by the main thread", async () => {
  const pool = await startReadyPool();
  const dispatcher = dispatcherWith(pool);
  const { last } = known();
  const next = { first: 1, last: last + 1, hash: "AB".repeat(32) };
  expect(await pool.answer(wholeLedger, adminCaller, next, false)).toBeUndefined();
  expect(pool.counts.absent).toBe(1);
  for (let round = 0; round < 5; round++) {
    await commands.submit({ TransactionType: "AccountSet", Account: rich.carol });
    const { hash } = await commands.node.closeLedger();
    expect((await ask(dispatcher, "ledger_data", { ledger_index: "validated" })).body).toContain(hash);
  }
  await pool.close();
});

const piecesOf = (reply: JsonObject): { json: JsonWriter; pieces: Generator<Pause, void> } => {
  const json = new JsonWriter();
  return { json, pieces: writePieces(json, reply) };
};

test("a thread does not run ahead of who reads, and forgets a reply that nobody wants", async () => {
  const pool = await startReadyPool();
  const whole = await ask(dispatcherWith(pool), "ledger", { ...wholeLedger, binary: true });
  expect(whole.body.length).toBeGreaterThan(10 * 64 * 1024);
  const reply = await pool.answer(wholeLedger, adminCaller, known(), false);
  const { pieces } = piecesOf(reply!);
  const first = pieces.next();
  expect(first.done).toBe(false);
  pieces.return();
  // The thread goes on with others.
  expect(await ask(dispatcherWith(pool), "ledger", { ...wholeLedger, binary: true })).toEqual(whole);
  await pool.close();
});

test("what a thread was asked when it died, the main thread answers; another thread takes its place", async () => {
  const pool = await startReadyPool();
  const begun = piecesOf((await pool.answer(wholeLedger, adminCaller, known(), false))!);
  const asked = Array.from({ length: 10 }, () => pool.answer(wholeLedger, adminCaller, known(), false));
  await threads.at(-1)!.terminate();
  expect(await Promise.all(asked)).toEqual(asked.map(() => undefined));
  expect(failures.splice(0).map(({ message }) => message)).toEqual(["a reader thread ended with code 1"]);
  await expect(readAll(begun.pieces)).rejects.toThrow("a reader thread ended");
  const count = threads.length;
  await ready(pool);
  expect(threads.length).toBe(count + 1);
  const { body } = await ask(dispatcherWith(pool), "ledger_data", { ledger_index: "validated" });
  expect(body).toContain('"success"');
  await pool.close();
  expect(failures).toEqual([]);
});

async function readAll(pieces: Generator<Pause, void>): Promise<void> {
  for (const pause of pieces) if (pause instanceof Promise) await pause;
}

test("threads that cannot start are not started again and again", async () => {
  const before = threads.length;
  const pool = createReaderPool({
    threads: 2,
    folder: join(folder, "nothing here"),
    node: commands.node.settings,
    hurry: () => store.hurry(),
    onThreadFailure: (error) => void failures.push(error),
    onFault: () => {},
    start(settings) {
      const worker = startWorker("./readerWorker", import.meta.url, settings);
      threads.push(worker);
      return worker;
    },
  });
  expect(pool.answer(wholeLedger, adminCaller, known(), false)).toBeUndefined();
  while (failures.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(pool.answer(wholeLedger, adminCaller, known(), false)).toBeUndefined();
  expect(threads.length - before).toBe(2);
  failures.splice(0);
  await pool.close();
});

test("work that takes long waits for a thread to start, other work does not", async () => {
  const pool = startPool(1);
  expect(pool.answer(wholeLedger, adminCaller, known(), false)).toBeUndefined();
  const reply = await pool.answer({ command: "tx_history", start: 0 }, adminCaller, known(), true);
  expect(reply).toHaveProperty("members");
  expect(pool.counts.answered).toBe(1);
  await pool.close();
});

test("threads end while they are busy: what they have not answered is given back", async () => {
  const pool = await startReadyPool(2);
  const begun = piecesOf((await pool.answer(wholeLedger, adminCaller, known(), false))!);
  const asked = Array.from({ length: 50 }, () => pool.answer(wholeLedger, adminCaller, known(), false));
  await pool.close();
  const replies = await Promise.all(asked);
  expect(replies.filter((reply) => reply === undefined).length).toBeGreaterThan(0);
  await expect(readAll(begun.pieces)).rejects.toThrow("the server stops");
  expect(pool.answer(wholeLedger, adminCaller, known(), false)).toBeUndefined();
  expect(failures).toEqual([]);
});
