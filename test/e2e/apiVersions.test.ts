import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, type Payment } from "xrpl";
import { type RunningLedger, startLedger } from "../../src/index.ts";
import {
  alice,
  ctid,
  hash,
  isoTime,
  type Json,
  ledgerIndex,
  master,
  number,
  paid,
  paymentFields,
  text,
  versionRows,
} from "./apiVersionRows.ts";

/**
 * What both API versions answer, side by side, over a WebSocket to xrpl.js. Version 1 is the reference's (the recordings
 * hold it in every detail); version 2 is what newer servers answer, and what xrpl.js asks for by itself.
 */
let ledger: RunningLedger;
let client: Client;

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

describe.each([1, 2] as const)("in version %i", (version) => {
  test.each(versionRows)("$title", async (row) => {
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
  expect(result).toMatchObject({ applied: false, engine_result: "tesSUCCESS", meta: {} });
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
