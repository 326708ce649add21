import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, type Payment, Wallet } from "xrpl";
import { type RunningLedger, startLedger } from "../../src/index.ts";

/**
 * What both API versions answer, side by side, over a WebSocket to xrpl.js. Version 1 is the reference's (the recordings
 * hold it in every detail); version 2 is what newer servers answer, and what xrpl.js asks for by itself.
 */
const master = Wallet.fromSeed("snoPBrXtMeMyMHUVTgbuqAfg1SUTb", { algorithm: "ecdsa-secp256k1" as never });
const alice = Wallet.generate();

type Json = Record<string, unknown>;
const text = expect.any(String) as unknown;
const number = expect.any(Number) as unknown;
const list = expect.any(Array) as unknown;
const object = expect.any(Object) as unknown;
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;
const ctid = expect.stringMatching(/^C[0-9A-F]{15}$/) as unknown;
const hex = expect.stringMatching(/^[0-9A-F]+$/) as unknown;
const hash = expect.stringMatching(/^[0-9A-F]{64}$/) as unknown;

let ledger: RunningLedger;
let client: Client;
/** The payment that made alice's account, and the ledger that it is in. */
const paid = { hash: "", ledgerHash: "" };
const ledgerIndex = 3;

beforeAll(async () => {
  ledger = await startLedger({ native: "XRP", close: "manual" });
  client = new Client(ledger.webSocketUrl);
  await client.connect();
  const payment: Payment = {
    TransactionType: "Payment",
    Account: master.address,
    Destination: alice.address,
    Amount: "400000000",
  };
  const { result } = await client.submit(payment, { wallet: master });
  paid.hash = result.tx_json.hash!;
  await client.connection.request({ command: "ledger_accept" });
  const { result: closed } = await client.request({ command: "ledger_closed" });
  paid.ledgerHash = closed.ledger_hash;
  expect(closed.ledger_index).toBe(ledgerIndex);
});
afterAll(async () => {
  await client.disconnect();
  await ledger.stop();
});

/** The result, or of a refusal what a caller acts on. */
async function ask(api_version: 1 | 2, request: Json & { command: string }): Promise<Json> {
  try {
    const reply = await client.connection.request<never, { result: Json }>({
      ...request,
      api_version,
    } as never);
    return reply.result;
  } catch (error) {
    const { error: token, error_code, error_message } = (error as { data: Json }).data;
    return { error: token, error_code, error_message };
  }
}

const paymentFields = {
  Account: master.address,
  Destination: alice.address,
  Fee: text,
  Flags: 0,
  LastLedgerSequence: number,
  Sequence: 1,
  SigningPubKey: hex,
  TransactionType: "Payment",
  TxnSignature: hex,
};
const oldPayment = { ...paymentFields, Amount: "400000000" };
const newPayment = { ...paymentFields, DeliverMax: "400000000" };
const meta = {
  AffectedNodes: list,
  TransactionIndex: 0,
  TransactionResult: "tesSUCCESS",
  delivered_amount: "400000000",
};
const header = {
  account_hash: hash,
  close_flags: 0,
  close_time: number,
  close_time_human: text,
  close_time_resolution: number,
  closed: true,
  ledger_hash: hash,
  parent_close_time: number,
  parent_hash: hash,
  total_coins: text,
  transaction_hash: hash,
};
const identity = { ledger_hash: hash, ledger_index: ledgerIndex, validated: true };
const oldHeader = { ...header, accepted: true, hash, ledger_index: "3", seqNum: "3", totalCoins: text };
const newHeader = { ...header, close_time_iso: isoTime, ledger_index: 3 };

const closedLedger = { ledger_index: ledgerIndex };
const rowPlace = { inLedger: ledgerIndex, ledger_index: ledgerIndex, date: number };
const account = alice.address;
const unknown = "A".repeat(64);

interface Row {
  readonly title: string;
  readonly request: () => Json & { command: string };
  readonly 1: Json;
  readonly 2: Json;
}

const rows: readonly Row[] = [
  {
    title: "tx",
    request: () => ({ command: "tx", transaction: paid.hash }),
    1: { ...oldPayment, ...rowPlace, hash, meta, validated: true },
    2: {
      tx_json: { ...newPayment, ledger_index: ledgerIndex, date: number, ctid },
      meta,
      hash,
      ctid,
      ledger_hash: hash,
      ledger_index: ledgerIndex,
      close_time_iso: isoTime,
      validated: true,
    },
  },
  {
    title: "tx in binary",
    request: () => ({ command: "tx", transaction: paid.hash, binary: true }),
    1: { tx: hex, meta: hex, hash, ...rowPlace, validated: true },
    2: {
      tx_blob: hex,
      meta_blob: hex,
      hash,
      ctid,
      ledger_hash: hash,
      ledger_index: ledgerIndex,
      close_time_iso: isoTime,
      validated: true,
    },
  },
  {
    title: "tx that is nowhere",
    request: () => ({ command: "tx", transaction: unknown }),
    1: { error: "txnNotFound", error_code: 29, error_message: "Transaction not found." },
    2: { error: "txnNotFound", error_code: 29, error_message: "Transaction not found." },
  },
  {
    title: "account_tx",
    request: () => ({ command: "account_tx", account }),
    1: {
      account,
      ledger_index_min: 2,
      ledger_index_max: 3,
      limit: 0,
      validated: true,
      transactions: [{ tx: { ...oldPayment, ...rowPlace, hash }, meta, validated: true }],
    },
    2: {
      account,
      ledger_index_min: 2,
      ledger_index_max: 3,
      limit: 0,
      validated: true,
      transactions: [
        {
          tx_json: { ...newPayment, ledger_index: ledgerIndex, date: number, ctid },
          meta,
          hash,
          ledger_hash: hash,
          ledger_index: ledgerIndex,
          close_time_iso: isoTime,
          validated: true,
        },
      ],
    },
  },
  {
    title: "account_tx in binary",
    request: () => ({ command: "account_tx", account, binary: true, limit: 5 }),
    1: expect.objectContaining({
      transactions: [{ tx_blob: hex, meta: hex, ledger_index: ledgerIndex, validated: true }],
    }) as Json,
    2: expect.objectContaining({
      transactions: [{ tx_blob: hex, meta_blob: hex, ledger_index: ledgerIndex, validated: true }],
    }) as Json,
  },
  {
    title: "account_tx with a range and a ledger",
    request: () => ({ command: "account_tx", account, ledger_index_min: 2, ledger_index: 3 }),
    1: expect.objectContaining({ ledger_index_min: 2, transactions: list }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid parameters." },
  },
  {
    title: "account_tx beyond what there is",
    request: () => ({ command: "account_tx", account, ledger_index_max: 99 }),
    1: expect.objectContaining({ ledger_index_max: 3 }) as Json,
    2: { error: "lgrIdxMalformed", error_code: 58, error_message: "Ledger index malformed." },
  },
  {
    title: "account_tx with a text as a flag",
    request: () => ({ command: "account_tx", account, forward: "yes" }),
    1: expect.objectContaining({ transactions: list }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid field 'forward'." },
  },
  {
    title: "transaction_entry",
    request: () => ({ command: "transaction_entry", tx_hash: paid.hash, ...closedLedger }),
    1: {
      ...identity,
      tx_json: { ...oldPayment, hash },
      metadata: { AffectedNodes: list, TransactionIndex: 0, TransactionResult: "tesSUCCESS" },
    },
    2: {
      ...identity,
      tx_json: newPayment,
      hash,
      meta: { AffectedNodes: list, TransactionIndex: 0, TransactionResult: "tesSUCCESS" },
      close_time_iso: isoTime,
    },
  },
  {
    title: "ledger",
    request: () => ({ command: "ledger", ...closedLedger }),
    1: { ...identity, ledger: oldHeader },
    2: { ...identity, ledger: newHeader },
  },
  {
    title: "the open ledger",
    request: () => ({ command: "ledger", ledger_index: "current" }),
    1: {
      ledger_current_index: 4,
      validated: false,
      ledger: { closed: false, ledger_index: "4", parent_hash: hash, seqNum: "4" },
    },
    2: {
      ledger_current_index: 4,
      validated: false,
      ledger: { closed: false, ledger_index: 4, parent_hash: hash },
    },
  },
  {
    title: "ledger with its transactions",
    request: () => ({ command: "ledger", ...closedLedger, transactions: true, expand: true }),
    1: {
      ...identity,
      ledger: { ...oldHeader, transactions: [{ ...oldPayment, hash, metaData: meta }] },
    },
    2: {
      ...identity,
      ledger: {
        ...newHeader,
        transactions: [
          {
            tx_json: newPayment,
            meta,
            hash,
            ledger_hash: hash,
            ledger_index: ledgerIndex,
            close_time_iso: isoTime,
            validated: true,
          },
        ],
      },
    },
  },
  {
    title: "ledger with its transactions in binary",
    request: () => ({ command: "ledger", ...closedLedger, transactions: true, expand: true, binary: true }),
    1: {
      ...identity,
      ledger: { closed: true, ledger_data: hex, transactions: [{ tx_blob: hex, meta: hex }] },
    },
    2: {
      ...identity,
      ledger: { closed: true, ledger_data: hex, transactions: [{ tx_blob: hex, meta_blob: hex, hash }] },
    },
  },
  {
    title: "ledger_data of which there is none",
    request: () => ({ command: "ledger_data", ...closedLedger, type: "check", binary: true }),
    1: expect.objectContaining({ state: null }) as Json,
    2: expect.objectContaining({ state: [] }) as Json,
  },
  {
    title: "account_info",
    request: () => ({ command: "account_info", account, signer_lists: true, ...closedLedger }),
    1: { ...identity, account_data: expect.objectContaining({ Account: account, signer_lists: [] }) },
    2: {
      ...identity,
      account_data: {
        Account: account,
        Balance: "400000000",
        Flags: 0,
        LedgerEntryType: "AccountRoot",
        OwnerCount: 0,
        PreviousTxnID: hash,
        PreviousTxnLgrSeq: ledgerIndex,
        Sequence: ledgerIndex,
        index: hash,
      },
      account_flags: {
        defaultRipple: false,
        depositAuth: false,
        disableMasterKey: false,
        disallowIncomingXRP: false,
        globalFreeze: false,
        noFreeze: false,
        passwordSpent: false,
        requireAuthorization: false,
        requireDestinationTag: false,
      },
      signer_lists: [],
    },
  },
  {
    title: "account_info with a text as a flag",
    request: () => ({ command: "account_info", account, signer_lists: "yes" }),
    1: expect.objectContaining({ account_data: object }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid parameters." },
  },
  {
    title: "noripple_check with a text as a flag",
    request: () => ({ command: "noripple_check", account, role: "user", transactions: "yes" }),
    1: expect.objectContaining({ problems: [], transactions: [] }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid field 'transactions'." },
  },
  {
    title: "gateway_balances with a hot wallet that is none",
    request: () => ({ command: "gateway_balances", account, hotwallet: "nobody" }),
    1: { error: "invalidHotWallet", error_code: undefined, error_message: undefined },
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid parameters." },
  },
  {
    title: "ledger_entry without an entry",
    request: () => ({ command: "ledger_entry" }),
    1: { error: "unknownOption", error_code: undefined, error_message: undefined },
    2: { error: "invalidParams", error_code: 31, error_message: "No ledger_entry params provided." },
  },
  {
    title: "ledger_entry of no entry",
    request: () => ({ command: "ledger_entry", index: unknown }),
    1: { error: "entryNotFound", error_code: undefined, error_message: undefined },
    2: { error: "entryNotFound", error_code: 98, error_message: "Entry not found." },
  },
  {
    title: "channel_authorize with an unknown kind of key",
    request: () => ({
      command: "channel_authorize",
      channel_id: unknown,
      amount: "1",
      seed: master.seed,
      key_type: "rsa",
    }),
    1: { error: "invalidParams", error_code: 31, error_message: "Invalid field 'key_type'." },
    2: { error: "badKeyType", error_code: 76, error_message: "Bad key type." },
  },
  {
    title: "sign",
    request: () => ({
      command: "sign",
      secret: master.seed,
      tx_json: { TransactionType: "Payment", Account: master.address, Destination: account, Amount: "1" },
    }),
    1: {
      deprecated: text,
      tx_blob: hex,
      tx_json: expect.objectContaining({ Amount: "1", hash }),
    },
    2: {
      deprecated: text,
      tx_blob: hex,
      tx_json: expect.not.objectContaining({ hash }),
      hash,
    },
  },
  {
    title: "feature",
    request: () => ({ command: "feature", feature: "Checks" }),
    1: {
      "157D2D480E006395B76F948E3E07A45A05FE10230D88A7993C71F97AE4B1F2D1": {
        name: "Checks",
        supported: true,
        vetoed: false,
        enabled: true,
      },
    },
    2: {
      "157D2D480E006395B76F948E3E07A45A05FE10230D88A7993C71F97AE4B1F2D1": {
        name: "Checks",
        supported: true,
        enabled: true,
      },
    },
  },
  {
    title: "version",
    request: () => ({ command: "version" }),
    1: { version: { first: "1.0.0", good: "1.0.0", last: "1.0.0" } },
    2: { version: { first: 1, last: 2 } },
  },
  ...["tx_history", "ledger_header"].map((command) => ({
    title: `${command}, which version 2 has no more`,
    request: () => ({ command, start: 0 }),
    1: expect.not.objectContaining({ error: text }) as Json,
    2: { error: "unknownCmd", error_code: 32, error_message: "Unknown method." },
  })),
];

describe.each([1, 2] as const)("in version %i", (version) => {
  test.each(rows)("$title", async (row) => {
    expect(await ask(version, row.request())).toEqual(row[version]);
  });
});

test("server_info and server_state tell network and ports in version 2 only", async () => {
  for (const [command, part] of [
    ["server_info", "info"],
    ["server_state", "state"],
  ] as const) {
    const old = (await ask(1, { command }))[part] as Json;
    const recent = (await ask(2, { command }))[part] as Json;
    expect(Object.keys(recent).filter((name) => !(name in old))).toEqual(["network_id", "ports"]);
    expect(recent).toMatchObject({ network_id: 0, ports: [{ port: text, protocol: ["http", "ws"] }] });
    const transitionsOf = ({ state_accounting }: Json) =>
      (state_accounting as { full: Json }).full.transitions;
    expect([transitionsOf(old), transitionsOf(recent)]).toEqual([1, "1"]);
  }
});

test("a version that is not spoken here is refused", async () => {
  for (const api_version of [0, 3, "2", null]) {
    expect(await ask(api_version as never, { command: "ping" })).toMatchObject({
      error: "invalid_API_version",
    });
  }
});

/** What a subscriber hears of one ledger with one payment in it, but for the times. */
async function heard(api_version: 1 | 2): Promise<Json[]> {
  const listener = new Client(ledger.webSocketUrl);
  await listener.connect();
  const messages: Json[] = [];
  const everything = new Promise<void>((resolve) => {
    const hear = (message: unknown) => {
      messages.push(message as Json);
      if (messages.length === 3) resolve();
    };
    listener.on("ledgerClosed", hear);
    listener.on("transaction", hear);
  });
  const streams = ["ledger", "transactions", "transactions_proposed"];
  const greeting = await listener.connection.request<never, { result: Json }>({
    command: "subscribe",
    streams: streams.slice(0, 1),
    accounts_proposed: [alice.address],
    api_version,
  } as never);
  const payment: Payment = {
    TransactionType: "Payment",
    Account: master.address,
    Destination: alice.address,
    Amount: "1",
  };
  await client.submit(payment, { wallet: master });
  await client.connection.request({ command: "ledger_accept" });
  await everything;
  await listener.disconnect();
  return [greeting.result, ...messages];
}

const fees = { fee_base: 10, fee_ref: 10, reserve_base: 1_000_000, reserve_inc: 200_000 };
const ledgerFacts = {
  ledger_index: number,
  ledger_hash: hash,
  ledger_time: number,
  ...fees,
  validated_ledgers: text,
};
const success = { engine_result: "tesSUCCESS", engine_result_code: 0, engine_result_message: text };
const proposed = {
  type: "transaction",
  status: "proposed",
  validated: false,
  ledger_current_index: number,
  ...success,
};
const closed = {
  type: "transaction",
  status: "closed",
  validated: true,
  ledger_index: number,
  ledger_hash: hash,
  meta: expect.objectContaining({ delivered_amount: "1" }) as unknown,
  ...success,
};

test("subscribers hear in the version that they asked in", async () => {
  const streamed = { ...paymentFields, Sequence: number };
  const closedLedgerMessage = { type: "ledgerClosed", txn_count: 1, ...ledgerFacts };
  expect(await heard(1)).toEqual([
    ledgerFacts,
    { ...proposed, transaction: { ...streamed, Amount: "1", hash } },
    closedLedgerMessage,
    { ...closed, transaction: { ...streamed, Amount: "1", hash, date: number } },
  ]);
  expect(await heard(2)).toEqual([
    { ...ledgerFacts, network_id: 0 },
    { ...proposed, tx_json: { ...streamed, DeliverMax: "1" }, hash },
    { ...closedLedgerMessage, network_id: 0 },
    {
      ...closed,
      tx_json: { ...streamed, DeliverMax: "1", date: number },
      hash,
      ctid,
      close_time_iso: isoTime,
    },
  ]);
});

test("what xrpl.js does by itself works in version 2", async () => {
  expect(client.apiVersion).toBe(2);
  const transaction: Payment = {
    TransactionType: "Payment",
    Account: alice.address,
    Destination: master.address,
    DeliverMax: "1",
    Amount: "1",
  };
  const filled = await client.autofill(transaction);
  expect(filled).toMatchObject({ Amount: "1", Fee: "12", Sequence: ledgerIndex });
  const { result } = await client.simulate(transaction);
  expect(result).toMatchObject({ applied: false, engine_result: "tesSUCCESS", meta: object });
  const waiting = client.submitAndWait(filled, { wallet: alice });
  const closing = setInterval(() => void client.connection.request({ command: "ledger_accept" }), 200);
  try {
    const { result: found } = await waiting;
    expect(found).toMatchObject({ validated: true, ctid, tx_json: { DeliverMax: "1" } });
    const { result: again } = await client.request({ command: "tx", ctid: found.ctid! });
    expect(again.hash).toBe(found.hash);
  } finally {
    clearInterval(closing);
  }
});
