import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type DevelopmentAccount, developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { startLedger } from "../../src/index.ts";
import { program, type StartedServer, startServer } from "./startedServer.ts";

const folder = mkdtempSync(join(tmpdir(), "xagd-start-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs the program with these arguments until it ends. */
function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...environment } },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
    );
    child.stdin?.end();
  });
}

async function rpc(server: StartedServer, method: string, params: object = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}/`, {
    method: "POST",
    body: JSON.stringify({ method, params: [params] }),
  });
  return ((await response.json()) as { result: Record<string, unknown> }).result;
}

describe("a server with a data folder", () => {
  const data = join(folder, "data");
  const account = "rL8phkqKxZ879oDgW7jAoC3fJgnjr1fSST";
  const secret = "ssi1TpRbAaDKAS1h54rCABPXmm6x8";
  const submission = {
    secret,
    tx_json: { TransactionType: "AccountSet", Account: account, Domain: "6578616D706C652E6F7267" },
  };

  test("says what there is, and goes on where it ended", async () => {
    const first = await startServer("--data", data, "--close", "manual");
    expect(first.output()).toContain(`kept in ${data}, native currency XAG, ledgers close by ledger_accept`);
    expect(first.output()).toMatch(
      /genesis +rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh +snoPBrXtMeMyMHUVTgbuqAfg1SUTb/,
    );
    expect(first.output().match(/account \d+ +r\w+ +s\w+/g)).toHaveLength(10);
    expect(first.output()).toContain(`curl -s http://127.0.0.1:${first.port}/`);
    expect(await rpc(first, "submit", submission)).toMatchObject({ engine_result: "tesSUCCESS" });
    await rpc(first, "ledger_accept");
    const { ledger_hash } = await rpc(first, "ledger_closed");
    expect(await first.stop()).toBe(0);

    const second = await startServer("--data", data, "--close", "manual");
    expect(second.output()).toContain("ledger 3,");
    expect(await rpc(second, "ledger_closed")).toMatchObject({ ledger_hash, ledger_index: 3 });
    expect(await rpc(second, "account_info", { account })).toMatchObject({
      account_data: { Domain: submission.tx_json.Domain, Sequence: 2 },
    });
    expect(await rpc(second, "stop")).toMatchObject({ status: "success" });
    expect(await second.ended).toBe(0);
  });

  test("keeps its key and its log, without the secret that was sent", () => {
    expect(statSync(join(data, "node.seed")).mode & 0o077).toBe(0);
    const log = readFileSync(join(data, "xagd.log"), "utf8");
    expect(log).toContain('"msg":"started"');
    expect(log).not.toContain(secret);
  });

  test("stays with the native currency that it was begun with", async () => {
    const { code, errors } = await run(["start", "--data", data, "--native", "XRP"]);
    expect([code, errors]).toEqual([1, "--native: this ledger's native currency is XAG, not XRP\n"]);
  });

  test("lets no second server in", async () => {
    const server = await startServer("--data", data);
    const { code, errors } = await run(["start", "--data", data, "--port", "0"]);
    expect(code).toBe(1);
    expect(errors).toContain(data);
    expect(await server.stop()).toBe(0);
  });
});

describe("a start that does not succeed", () => {
  test("for a port that is taken", async () => {
    const server = await startServer("--data", ":memory:");
    const { code, errors } = await run(["start", "--data", ":memory:", "--port", String(server.port)]);
    expect([code, errors]).toEqual([1, `--port: port ${server.port} is in use already\n`]);
    await server.stop();
  });

  const config = join(folder, "wrong.toml");
  writeFileSync(config, "[transaction_queue]\nledgers_in_queue = true\n");
  const rows: [string[], string][] = [
    [["--config", config], "transaction_queue.ledgers_in_queue: "],
    [["--genesis", join(folder, "none.json")], "genesis file"],
    [["--snapshot", config], "snapshot file"],
    [["--close", "never"], "--close: expected a time"],
    [["--shine"], "unknown option '--shine'"],
  ];
  for (const [args, message] of rows) {
    test(`for ${args.join(" ")}`, async () => {
      const { code, errors } = await run(["start", "--data", ":memory:", "--port", "0", ...args]);
      expect(code).toBe(1);
      expect(errors).toContain(message);
    });
  }
});

describe("the command line", () => {
  const account = "rHx3WCs2Qc2tpkRBKcRVPRr6P9BbZwjRz8";

  test("takes secrets from the environment, ends with the error's code, and prints the reply", async () => {
    const server = await startServer("--data", ":memory:", "--close", "manual");
    const at = ["--port", String(server.port)];
    const XAGD_SECRET = "sp8PRiznoWNmB7baJRnotibHSFXkR";

    const ping = await run([...at, "ping"]);
    expect(JSON.parse(ping.output)).toMatchObject({ result: { role: "admin", status: "success" } });

    const tx = JSON.stringify({ TransactionType: "AccountSet", Account: account, Fee: "10", Sequence: 1 });
    const signed = await run([...at, "sign", tx, "offline"], { XAGD_SECRET });
    const { result } = JSON.parse(signed.output);
    expect(result.status).toBe("success");
    const submitted = await run([...at, "submit", result.tx_blob]);
    expect(JSON.parse(submitted.output).result.engine_result).toBe("tesSUCCESS");

    const json = await run([...at, "json", "account_info", JSON.stringify({ account })]);
    expect(JSON.parse(json.output).result.account_data.Sequence).toBe(2);
    const ledger = await run([...at, "ledger", "current", "tx"]);
    expect(JSON.parse(ledger.output).result.ledger.transactions).toHaveLength(1);
    const history = await run([...at, "account_tx", account, "-1", "-1"]);
    expect(JSON.parse(history.output).result.ledger_index_min).toBeGreaterThan(0);

    const wrong = await run([...at, "account_info", "rrrrrrrrrrrrrrrrrrrrBZbvji"]);
    expect([wrong.code, JSON.parse(wrong.output).result.error]).toEqual([19, "actNotFound"]);
    const few = await run([...at, "account_info"]);
    expect([few.code, JSON.parse(few.output).error]).toEqual([1, "badSyntax"]);
    expect(few.errors).toContain("Usage: xagd account_info <account>");
    for (const { output, errors } of [ping, signed, submitted, json, wrong, few]) {
      expect(output + errors).not.toContain(XAGD_SECRET);
    }
    await server.stop();
  });

  test("says how it is used", async () => {
    const { code, output } = await run(["--help"]);
    expect(code).toBe(0);
    expect(output).toContain("account_info <account> [<ledger>] [strict]");
    expect((await run([])).code).toBe(1);
    for (const args of [
      ["ledger", "--help"],
      ["help", "ledger"],
    ]) {
      const help = await run(args);
      expect(help).toMatchObject({ code: 0, errors: "" });
      expect(help.output).toMatch(/^Usage: xagd ledger \[/);
    }
    expect((await run(["help", "start"])).output).toContain("--public-port");
    const unknown = await run(["help", "strat"]);
    expect(unknown).toMatchObject({ code: 1, output: "" });
    expect(unknown.errors).toContain("no such command: strat");
  });
});

test("a program starts a whole ledger in one line", async () => {
  const ledger = await startLedger();
  const [{ address }] = developmentAccounts() as [DevelopmentAccount];
  const response = await fetch(ledger.adminUrl, {
    method: "POST",
    body: JSON.stringify({ method: "account_info", params: [{ account: address }] }),
  });
  expect(await response.json()).toMatchObject({ result: { account_data: { Balance: "100000000000" } } });
  await ledger.stop();
});
