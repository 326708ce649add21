import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { type RunningLedger, startLedger } from "../../src/index.ts";

/** Everything that a server says, on all ways, while it is told secrets in all ways. None may come back. */

// Nobody else has these.
const passphrase = "a passphrase that only this test knows";
const seed = "shmQmciquDWaFv6PGKDpn1S876E8p";
const seedHex = "3B9D4F8E21AC7705D64E1B90F2A8C63D";
const words = "I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE";
const token = "token-that-only-this-test-knows";
const urlPassword = "url-password-of-this-test";
const edSeed = "sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK";
const secrets = [passphrase, seed, seedHex, words, token, urlPassword, edSeed];

const folder = mkdtempSync(join(tmpdir(), "xagd-secrets-"));
const logFile = join(folder, "server.log");
const payer = developmentAccounts()[4]!;
const sender = developmentAccounts()[0]!;
let ledger: RunningLedger;
/** What came back, with what was sent, for the message of a failed test. */
const said: { readonly to: string; readonly answer: string }[] = [];

beforeAll(async () => {
  const config = join(folder, "xagd.toml");
  writeFileSync(config, `[log]\nlevel = "trace"\nfile = "server.log"\n`);
  ledger = await startLedger({
    config,
    close: "manual",
    publicPort: 0,
    signing: [{ address: payer.address, seed: payer.seed, token }],
  });
});

afterAll(async () => {
  await ledger.stop();
  rmSync(folder, { recursive: true });
});

async function post(body: string, path = "", init: RequestInit = {}): Promise<string> {
  let answers = "";
  for (const url of [ledger.adminUrl, ledger.publicUrl]) {
    const response = await fetch(new URL(path, url), { method: "POST", body, ...init });
    const answer = `${response.status} ${[...response.headers].join("\n")}\n${await response.text()}`;
    said.push({ to: `${path} ${body}`, answer });
    answers += answer;
  }
  return answers;
}

/** The ways in which a request can name a key. */
const keys: readonly Record<string, unknown>[] = [
  { secret: passphrase },
  { secret: seed },
  { secret: words },
  { secret: [passphrase, { seed }] },
  { secret: passphrase, seed },
  { key_type: "secp256k1", seed },
  { key_type: "ed25519", seed: edSeed },
  { key_type: "secp256k1", seed: edSeed },
  { key_type: "ed25519", seed_hex: seedHex },
  { key_type: "secp256k1", seed_hex: `${seedHex}00` },
  { key_type: "ed25519", passphrase },
  { key_type: "rsa", passphrase },
  { passphrase: { inside: passphrase } },
  { key_type: passphrase.length, seed_hex: [seedHex] },
];
const transactions: readonly unknown[] = [
  { TransactionType: "AccountSet", Account: sender.address },
  { TransactionType: "AccountSet", Account: "nobody" },
  {
    TransactionType: "Nothing",
    Account: sender.address,
    secret: passphrase,
    seed,
    Memos: [{ Memo: { seed } }],
  },
  seed,
  [{ secret: passphrase }],
  undefined,
];

test("commands that sign, in every envelope, with every kind of key, right and wrong", async () => {
  for (const method of ["sign", "sign_for", "submit", "channel_authorize", "simulate", "no_such_command"]) {
    for (const key of keys) {
      for (const tx_json of method === "sign" ? transactions : transactions.slice(0, 1)) {
        const request = {
          ...key,
          tx_json,
          offline: true,
          account: sender.address,
          channel_id: "A",
          amount: "1",
        };
        await post(JSON.stringify({ method, params: [request] }));
      }
      await postInOtherForms(method, { ...key, account: sender.address });
    }
  }
});

async function postInOtherForms(method: string, request: Record<string, unknown>): Promise<void> {
  await post(JSON.stringify({ command: method, id: 1, ...request }));
  await post(JSON.stringify({ command: method, api_version: 9, ...request }));
  await post(JSON.stringify({ method, params: [{ ...request, ripplerpc: "3.0" }] }));
  await post(JSON.stringify({ method, params: [request, request] }));
  await post(JSON.stringify({ method, params: [{ ...request, api_version: 9 }] }));
  const calls = [{ method, ...request }, request, [request], { method: 1, ...request }];
  await post(JSON.stringify({ method: "batch", params: calls }));
}

test("seeds where accounts should be, and where nothing should be", async () => {
  for (const method of [
    "account_info",
    "account_lines",
    "gateway_balances",
    "ledger_entry",
    "tx",
    "subscribe",
  ]) {
    for (const value of [seed, edSeed, [seed], { account: seed }]) {
      const request = {
        account: value,
        ident: value,
        accounts: value,
        account_root: value,
        transaction: value,
      };
      await post(JSON.stringify({ method, params: [request] }));
      await post(JSON.stringify({ command: method, ...request }));
    }
  }
  await post(JSON.stringify({ method: "validation_create", params: [{ secret: passphrase }] }));
  await post(JSON.stringify({ method: "log_level", params: [{ severity: "trace", partition: "RPC" }] }));
});

test("text that is not quite JSON", async () => {
  const text = JSON.stringify({ method: "sign", params: [{ secret: passphrase, seed, seed_hex: seedHex }] });
  for (const body of [
    text.slice(0, -2),
    `${text}}`,
    text.replaceAll('"', "'"),
    text.replace("{", "{{"),
    `"${seed}"`,
  ]) {
    await post(body);
  }
});

test("WebSockets: commands, text that does not parse, text in lists", async () => {
  for (const url of [ledger.adminUrl, ledger.publicUrl]) {
    const socket = new WebSocket(url.replace("http", "ws"));
    await once(socket, "open");
    const ask = async (message: string): Promise<void> => {
      socket.send(message);
      const [answer] = await once(socket, "message");
      said.push({ to: message, answer: String(answer) });
    };
    for (const key of keys) {
      const request = JSON.stringify({
        id: 1,
        command: "sign",
        tx_json: transactions[0],
        offline: true,
        ...key,
      });
      for (const message of [
        request,
        request.slice(0, -1),
        request.replace('"command"', '"commend"'),
        `[${request}`,
      ]) {
        await ask(message);
      }
    }
    await ask(`["sign","${seed}"]`);
    await ask(`{'secret': '${passphrase}'}`);
    await ask(`{secret: "${passphrase}"`);
    await ask(`{"s\\u0065cret": "${passphrase}"`);
    await ask(
      JSON.stringify({ command: "subscribe", streams: ["bad"], url: "x", url_password: urlPassword }),
    );
    socket.terminate();
  }
});

test("REST: bodies with secrets, tokens in headers, in queries and in bodies", async () => {
  const payment = {
    payment: {
      source_address: payer.address,
      destination_address: sender.address,
      destination_amount: { value: "1", currency: "XAG" },
    },
    submit: true,
  };
  const headers = [`Bearer ${token}`, `bearer ${token}x`, `Basic ${btoa(`a:${token}`)}`, token];
  for (const authorization of headers) {
    await post(JSON.stringify(payment), "/payments", { headers: { authorization } });
    await post("{", "/payments", { headers: { authorization } });
    await post(JSON.stringify({ ...payment, secret: passphrase, seed }), "/payments", {
      headers: { authorization },
    });
    await post(JSON.stringify({ settings: {}, secret: seed }), `/accounts/${payer.address}/settings`, {
      headers: { authorization },
    });
    await post("{}", "/no/such/place", { headers: { authorization } });
  }
  await post(JSON.stringify({ secret: passphrase, tx_blob: seed }), "/transactions");
  await post(JSON.stringify({ destination: seed, secret: passphrase }), "/accounts");
  await post(JSON.stringify({ signedTransaction: seed }), "/payments", { method: "PUT" });
  for (const path of [
    `/accounts/${seed}/info`,
    `/accounts/${payer.address}/info?secret=${seed}`,
    `/${seed}`,
    "/apiDocs",
  ]) {
    const response = await fetch(new URL(path, ledger.publicUrl));
    said.push({ to: path, answer: `${[...response.headers].join("\n")}\n${await response.text()}` });
  }
});

test("URLs to post events to, with passwords in them and beside them", async () => {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(500).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const { port } = receiver.address() as AddressInfo;
  for (const url of [
    `http://user:${urlPassword}@127.0.0.1:${port}/`,
    `http://user:${urlPassword}@127.0.0.1:1/`,
    `ftp://user:${urlPassword}@127.0.0.1/`,
    `http://user:${urlPassword}@`,
  ]) {
    const request = { streams: ["ledger"], url, url_username: "user", url_password: urlPassword };
    await post(JSON.stringify({ method: "subscribe", params: [request] }));
    await post(JSON.stringify({ method: "ledger_accept", params: [{}] }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await post(JSON.stringify({ method: "unsubscribe", params: [request] }));
  }
  receiver.closeAllConnections();
  receiver.close();
});

test("what the server tells of itself", async () => {
  for (const method of [
    "server_info",
    "server_state",
    "get_counts",
    "print",
    "fetch_info",
    "log_level",
    "validator_info",
  ]) {
    await post(JSON.stringify({ method, params: [{}] }));
  }
});

test("no answer and no line of the log has any of the secrets", () => {
  expect(said.length).toBeGreaterThan(1000);
  const log = readFileSync(logFile, "utf8");
  for (const secret of secrets) {
    const leak = said.find(({ answer }) => answer.toUpperCase().includes(secret.toUpperCase()));
    expect(leak, `${secret} came back`).toBeUndefined();
    expect(log.toUpperCase()).not.toContain(secret.toUpperCase());
  }
  expect(log).not.toContain("mistake of ours");
  // The test would show nothing if nothing was logged.
  expect(log).toContain("a subscriber's URL cannot be reached");
});
