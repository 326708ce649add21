import { expect, test } from "vitest";
import { refuses, startTestCommands, useTestCommands } from "../../test/support/testCommands.ts";

const commands = useTestCommands();
const flow = "740352F2412A9909880C23A559FCECEDA3BE2126FED62FC7660D628A06927F11";

for (const command of [
  "can_delete",
  "connect",
  "consensus_info",
  "feature",
  "fetch_info",
  "get_counts",
  "ledger_accept",
  "log_level",
  "logrotate",
  "peers",
  "print",
  "stop",
  "unl_list",
  "validator_info",
  "validator_list_sites",
  "validators",
]) {
  refuses(command, commands, [["limited callers", {}, "noPermission"]], { role: "guest" });
}
refuses("feature", commands, [
  ["an unknown name", { feature: "Nonsense" }, "badFeature"],
  ["an id of zeros", { feature: "0" }, "badFeature"],
  ["a list as a name", { feature: [] }, "internal"],
]);
refuses("log_level", commands, [
  ["an unknown severity", { severity: "loud" }, "invalidParams"],
  ["a list as a severity", { severity: [] }, "internal"],
]);
refuses("manifest", commands, [
  ["no key", {}, "invalidParams", "Missing field 'public_key'."],
  ["a key that is none", { public_key: "x" }, "invalidParams"],
]);
refuses("can_delete", commands, [
  ["an unknown word", { can_delete: "sometimes" }, "invalidParams"],
  ["an unknown hash", { can_delete: "A".repeat(64) }, "lgrNotFound", "ledgerNotFound"],
  ["a list", { can_delete: [] }, "internal"],
]);
refuses("validator_info", commands, [["a server that is none", {}, "invalidParams", "not a validator"]]);
refuses("get_counts", commands, [["a text as a count", { min_count: "x" }, "internal"]]);
refuses("ledger_cleaner", commands, [["what has no meaning here", {}, "notImpl"]]);
refuses("download_shard", commands, [["what has no meaning here", {}, "notEnabled"]]);

test("ping tells special callers who they are", async () => {
  const { ask } = commands();
  expect(await ask("ping")).toEqual({ role: "admin" });
  expect(await ask("ping", {}, { role: "guest" })).toEqual({});
  expect(await ask("ping", {}, { role: "identified", user: "bank", forwardedFor: "10.0.0.1" })).toEqual({
    role: "identified",
    username: "bank",
    ip: "10.0.0.1",
  });
  expect(await ask("ping", {}, { role: "proxied", forwardedFor: "10.0.0.1" })).toEqual({
    role: "proxied",
    ip: "10.0.0.1",
  });
  const subscriber = { isUnlimited: true, send: () => {} };
  expect(await ask("ping", {}, { subscriber })).toEqual({ role: "admin", unlimited: true });
});

test("version, random and fee", async () => {
  const { ask } = commands();
  expect(await ask("version")).toEqual({ version: { first: "1.0.0", good: "1.0.0", last: "1.0.0" } });
  expect(await ask("version", {}, { apiVersion: 2 })).toEqual({ version: { first: 1, last: 2 } });
  const [one, other] = [await ask("random"), await ask("random")];
  expect(one.random).toMatch(/^[0-9A-F]{64}$/);
  expect(one.random).not.toBe(other.random);
  expect(await ask("fee")).toMatchObject({
    drops: { base_fee: "10", median_fee: "5000", minimum_fee: "10", open_ledger_fee: "10" },
    levels: { reference_level: "256" },
    expected_ledger_size: "1000",
  });
});

test("names native amounts after the native currency, and as clients of the reference expect", async () => {
  const { ask } = commands();
  const { info } = await ask("server_info");
  expect(info).toMatchObject({
    hostid: "test-host",
    validated_ledger: {
      base_fee_xag: 0.00001,
      base_fee_xrp: 0.00001,
      reserve_base_xag: 1,
      reserve_inc_xag: 0.2,
      reserve_inc_xrp: 0.2,
      seq: 2,
    },
  });
  const { state } = await ask("server_state", {}, { role: "guest" });
  expect(state).toMatchObject({
    validated_ledger: { base_fee: 10, reserve_base: 1_000_000 },
    load_base: 256,
  });
  const publicly = await ask("server_info", { counters: true }, { role: "guest" });
  expect(publicly.info).toMatchObject({ hostid: "WORD", counters: { memory_resident: 1 } });
  expect(publicly.info).not.toHaveProperty("load");
  const xrp = await startTestCommands({ settings: { nativeCurrency: "XRP" } });
  const ledger = ((await xrp.ask("server_info")).info as { validated_ledger: object }).validated_ledger;
  expect(Object.keys(ledger).sort()).toEqual([
    "age",
    "base_fee_xrp",
    "hash",
    "reserve_base_xrp",
    "reserve_inc_xrp",
    "seq",
  ]);
  await xrp.stop();
});

test("version 2 tells network and ports, those of administrators to them only", async () => {
  const { ask } = commands();
  expect((await ask("server_info", {}, { apiVersion: 2 })).info).toMatchObject({
    network_id: 0,
    ports: [{ port: "5005", protocol: ["http", "ws"] }],
  });
  expect((await ask("server_info", {}, { apiVersion: 2, role: "guest" })).info).toMatchObject({ ports: [] });
});

test("feature tells what is in force, and votes", async () => {
  const { ask } = commands();
  const { features } = await ask("feature");
  expect(Object.keys(features as object)).toHaveLength(42);
  expect(await ask("feature", { feature: "Flow" })).toEqual({
    [flow]: { enabled: true, name: "Flow", supported: true, vetoed: false },
  });
  expect(await ask("feature", { feature: flow, vetoed: true })).toMatchObject({ [flow]: { vetoed: true } });
  expect(await ask("feature", { feature: "Flow", vetoed: false })).toMatchObject({
    [flow]: { vetoed: false },
  });
  expect(await ask("feature", { feature: "AB".repeat(32) })).toEqual({ ["AB".repeat(32)]: {} });
});

test("log levels are shown and set, of everything or of a part", async () => {
  const { ask } = commands();
  expect(await ask("log_level")).toEqual({ levels: { base: "Info" } });
  expect(await ask("log_level", { severity: "WARNINGS" })).toEqual({});
  expect(await ask("log_level", { severity: "debug", partition: "Ledger" })).toEqual({});
  expect(await ask("log_level", { severity: "error", partition: "Base" })).toEqual({});
  expect(await ask("log_level")).toEqual({ levels: { base: "Error", Ledger: "Debug" } });
  expect(await ask("logrotate")).toMatchObject({ message: expect.any(String) });
});

test("history is deleted up to a ledger, but for the newest one", async () => {
  const { ask, node, stop } = await startTestCommands();
  for (let i = 0; i < 6; i++) await node.closeLedger();
  expect(await ask("can_delete")).toEqual({ can_delete: 1 });
  expect(await ask("can_delete", { can_delete: 3 })).toEqual({ can_delete: 3 });
  expect(await ask("can_delete", { can_delete: "never" })).toEqual({ can_delete: 3 });
  expect(await ask("can_delete", { can_delete: node.ledgers.byIndex(5)!.hash! })).toEqual({ can_delete: 5 });
  expect(await ask("can_delete", { can_delete: "always" })).toEqual({ can_delete: 7 });
  expect(node.ledgers.completeText()).toBe("8");
  await stop();
});

test("a server that is alone has no peers and no validators", async () => {
  const { ask } = commands();
  expect(await ask("peers")).toEqual({ peers: [], cluster: {} });
  expect(await ask("validators")).toMatchObject({ trusted_validator_keys: [], validation_quorum: 0 });
  expect(await ask("validator_list_sites")).toEqual({ validator_sites: [] });
  expect(await ask("unl_list")).toEqual({ unl: null });
  expect(await ask("fetch_info", { clear: true })).toEqual({ clear: true, info: {} });
  expect(await ask("connect", { ip: "10.0.0.1" })).toMatchObject({ message: expect.any(String) });
  expect(await ask("consensus_info")).toMatchObject({ info: { ledger_seq: 3, proposing: false } });
  const public_key = "n9Ln69koVTmNDNpkrjs2RDLAp3559VWB9inDCxF4xUKbpQYiBxoS";
  expect(await ask("manifest", { public_key })).toEqual({ requested: public_key });
  const wrong = await ask("manifest", { public_key: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb" });
  expect(wrong).toMatchObject({ error: "invalidParams", requested: "<masked>" });
});

test("stop asks the server to stop", async () => {
  const { ask, server } = commands();
  expect(await ask("stop")).toEqual({ message: expect.stringContaining("stopping") });
  expect(server.said).toEqual(["stop"]);
});

test("server_definitions are the program's own tables", async () => {
  const { ask } = commands();
  const { hash, ...definitions } = await ask("server_definitions");
  expect(definitions).toMatchObject({
    TRANSACTION_TYPES: { Payment: 0, Invalid: -1 },
    LEDGER_ENTRY_TYPES: { AccountRoot: 97 },
    TRANSACTION_RESULTS: { tesSUCCESS: 0, tecCLAIM: 100 },
    ACCOUNT_SET_FLAGS: { asfRequireAuth: 2 },
    TRANSACTION_FLAGS: { Payment: { tfPartialPayment: 0x20000 } },
  });
  expect(await ask("server_definitions", { hash: hash as string })).toEqual({ hash });
});
