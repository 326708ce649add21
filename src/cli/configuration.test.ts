import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { defaultNodeSettings, defaultQueueSettings } from "../node/settings.ts";
import { clientUrl } from "./clientUrl.ts";
import { readConfiguration } from "./configuration.ts";
import { ConfigurationError } from "./configurationError.ts";

const folder = mkdtempSync(join(tmpdir(), "xagd-configuration-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, `${Math.random()}.toml`);
  writeFileSync(path, text);
  return path;
}

test("without options and file everything has its default", async () => {
  const configuration = await readConfiguration({});
  expect(configuration).toMatchObject({ port: 5005, publicPort: undefined, publicSigning: false });
  expect(configuration.dataFolder).toBe(join(process.cwd(), "data"));
  expect(configuration.node).toEqual(defaultNodeSettings);
  expect(configuration.admin).toEqual(["127.0.0.1", "::1"]);
});

test("every option is taken", async () => {
  const configuration = await readConfiguration({
    data: ":memory:",
    port: "6006",
    close: "manual",
    native: "XRP",
    genesis: "genesis.json",
    baseFee: "12",
    reserveBase: "200000000",
    reserveInc: "50000000",
    publicPort: "6007",
    publicSigning: true,
    readers: "3",
  });
  expect(configuration).toMatchObject({
    dataFolder: undefined,
    port: 6006,
    publicPort: 6007,
    publicSigning: true,
    readers: 3,
  });
  expect(configuration.genesisFile).toBe(join(process.cwd(), "genesis.json"));
  expect(configuration.log.file).toBeUndefined();
  expect(configuration.node).toEqual({
    ...defaultNodeSettings,
    nativeCurrency: "XRP",
    close: "manual",
    baseFee: 12n,
    reserveBase: 200_000_000n,
    reserveIncrement: 50_000_000n,
  });
});

const whole = `
data = "ledger"
close = "500ms"
native_currency = "XRP"
network_id = 7
snapshot = "/tmp/snapshot.json"
ledger_history = 512
cache_mb = 64
readers = 2

[server]
port = 6006
public_port = 6007
public_signing = true
protocols = ["http"]
admin = ["10.0.0.0/8"]
secure_gateway = ["10.1.2.3"]

[[server.ports]]
port = 6008
protocols = ["ws"]
admin = ["::1"]
secure_gateway = ["10.1.2.4"]

[[server.ports]]
port = 6009

[[signing]]
address = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"
seed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb"
key_type = "ed25519"
token = "0123456789abcdef"

[fees]
base_fee = 12
reserve_base = "20000000"
reserve_increment = 5000000

[voting]
reference_fee = 10
account_reserve = 20000000
owner_reserve = 5000000

[transaction_queue]
ledgers_in_queue = 3
minimum_queue_size = 20
retry_sequence_percent = 30
minimum_escalation_multiplier = 1000
minimum_txn_in_ledger = 6
minimum_txn_in_ledger_standalone = 5
target_txn_in_ledger = 7
maximum_txn_in_ledger = 100
normal_consensus_increase_percent = 2000
slow_consensus_decrease_percent = 101
maximum_txn_per_account = 4
minimum_last_ledger_buffer = 1

[log]
level = "debug"
file = "server.log"
`;

test("every key of the file is taken, and its paths are relative to it", async () => {
  const configuration = await readConfiguration({ config: file(whole) });
  expect(configuration).toMatchObject({
    dataFolder: join(folder, "ledger"),
    snapshotFile: "/tmp/snapshot.json",
    port: 6006,
    publicPort: 6007,
    publicSigning: true,
    protocols: ["http"],
    morePorts: [
      { port: 6008, protocols: ["ws"], admin: ["::1"], secureGateway: ["10.1.2.4"] },
      { port: 6009, protocols: ["http", "ws"], admin: [], secureGateway: [] },
    ],
    admin: ["10.0.0.0/8"],
    secureGateway: ["10.1.2.3"],
    signing: [
      {
        address: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
        seed: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb",
        keyType: "ed25519",
        token: "0123456789abcdef",
      },
    ],
    log: { level: "debug", file: join(folder, "server.log") },
  });
  expect(configuration.node).toMatchObject({
    nativeCurrency: "XRP",
    networkId: 7,
    close: { every: 500 },
    baseFee: 12n,
    reserveBase: 20_000_000n,
    reserveIncrement: 5_000_000n,
    feeVote: { baseFee: 10n, reserveBase: 20_000_000n, reserveIncrement: 5_000_000n },
    cacheBytes: 67_108_864,
    historyLedgers: 512,
    queue: {
      ledgersInQueue: 3,
      minimumQueueSize: 20,
      retrySequencePercent: 30,
      minimumEscalationMultiplier: 1000n,
      minimumTransactionsInLedger: 5,
      targetTransactionsInLedger: 7,
      maximumTransactionsInLedger: 100,
      normalConsensusIncreasePercent: 1000, // the reference's bound
      slowConsensusDecreasePercent: 100,
      maximumTransactionsPerAccount: 4,
      minimumLastLedgerBuffer: 1,
    },
  });
});

test("an option wins over the file", async () => {
  const configuration = await readConfiguration({
    config: file(whole),
    port: "7000",
    close: "2s",
    baseFee: "15",
  });
  expect(configuration.port).toBe(7000);
  expect(configuration.node).toMatchObject({
    close: { every: 2000 },
    baseFee: 15n,
    reserveBase: 20_000_000n,
  });
});

test("a file may leave the data in memory, and the queue alone", async () => {
  const configuration = await readConfiguration({ config: file('data = ":memory:"') });
  expect(configuration.dataFolder).toBeUndefined();
  expect(configuration.node.queue).toEqual(defaultQueueSettings);
});

test("a file that does not parse is told of without its lines, since they may hold secrets", async () => {
  const path = file('[[signing]]\nseed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb\ntoken = 1');
  const error = await readConfiguration({ config: path }).catch((thrown: Error) => thrown);
  expect(String(error)).toContain(`--config: ${path}:2:`);
  expect(String(error)).not.toContain("snoPB");
});

describe("what is wrong is named", () => {
  const files: [string, string][] = [
    ["[server]\nport = 70000", "server.port: "],
    ['[server]\nport = "5005"', "server.port: "],
    ["[server]\nportz = 1", 'server: Unrecognized key: "portz"'],
    ["color = 1", 'Unrecognized key: "color"'],
    ['close = "soon"', "close: expected a time"],
    ['native_currency = "xag"', "native_currency: expected three"],
    ["[fees]\nbase_fee = -1", "fees.base_fee: "],
    ["[transaction_queue]\nledgers_in_queue = 1.5", "transaction_queue.ledgers_in_queue: "],
    [
      "[transaction_queue]\nmaximum_txn_in_ledger = 5\nminimum_txn_in_ledger_standalone = 6",
      "transaction_queue.maximum_txn_in_ledger: less than minimum_txn_in_ledger_standalone (6)",
    ],
    [
      "[transaction_queue]\nmaximum_txn_in_ledger = 1000\nminimum_txn_in_ledger = 1001",
      "transaction_queue.maximum_txn_in_ledger: less than minimum_txn_in_ledger (1001)",
    ],
    ["ledger_history = 10", "ledger_history: "],
    ["readers = 1000", "readers: "],
    ["cache_mb = 1", "cache_mb: "],
    ['[log]\nlevel = "loud"', "log.level: "],
    ['[[signing]]\naddress = "r"\nseed = "s"', "signing.0.token: "],
    ["port = ", "Invalid TOML"],
  ];
  for (const [text, message] of files) {
    test(text, async () => {
      const error = await readConfiguration({ config: file(text) }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(String(error)).toContain(message);
    });
  }

  const options: [Parameters<typeof readConfiguration>[0], string][] = [
    [{ port: "http" }, "--port: expected a port number"],
    [{ publicPort: "65536" }, "--public-port: expected a port number"],
    [{ readers: "-1" }, "--readers: expected a number of threads"],
    [{ readers: "257" }, "--readers: expected a number of threads"],
    [{ close: "0s" }, "--close: expected a time"],
    [{ native: "GOLD" }, "--native: expected three"],
    [{ baseFee: "1.5" }, "--base-fee: expected a number of drops"],
    [{ reserveBase: "-1" }, "--reserve-base: expected a number of drops"],
    [{ reserveInc: "" }, "--reserve-inc: expected a number of drops"],
    [{ config: "/nowhere/xagd.toml" }, "--config: ENOENT"],
  ];
  for (const [option, message] of options) {
    test(JSON.stringify(option), () => expect(readConfiguration(option)).rejects.toThrow(message));
  }
});

describe("commands go", () => {
  const rows: [Parameters<typeof clientUrl>[0], string][] = [
    [{}, "http://127.0.0.1:5005/"],
    [{ port: "6006" }, "http://127.0.0.1:6006/"],
    [{ url: "https://example.org:51234" }, "https://example.org:51234/"],
    [{ rpc_ip: "10.0.0.1" }, "http://10.0.0.1:5005/"],
    [{ rpc_ip: "10.0.0.1:6006" }, "http://10.0.0.1:6006/"],
    [{ rpc_ip: "[::1]:6006" }, "http://[::1]:6006/"],
    [{ rpc_ip: "10.0.0.1", rpc_port: "6007" }, "http://10.0.0.1:6007/"],
    [{ config: file("[server]\nport = 6008") }, "http://127.0.0.1:6008/"],
  ];
  for (const [options, url] of rows) {
    test(`${JSON.stringify(options)} to ${url}`, async () => expect(await clientUrl(options)).toBe(url));
  }
  test("nowhere, where the address is none", async () => {
    await expect(clientUrl({ url: "localhost" })).rejects.toThrow("--url: not an http address");
    await expect(clientUrl({ port: "x" })).rejects.toThrow("--port: expected a port number");
    await expect(clientUrl({ rpc_ip: "a:b:c" })).rejects.toThrow("--rpc_ip: not an address");
  });
});
