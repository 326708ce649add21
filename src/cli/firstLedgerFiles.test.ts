import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { defaultGenesis, genesisEntries } from "../node/genesis.ts";
import { decodeAddress } from "../protocol/base58.ts";
import { developmentAccounts, developmentGenesis, genesisAccount } from "./developmentAccounts.ts";
import { readGenesisFile, readSnapshotFile } from "./firstLedgerFiles.ts";
import { nodePublicKey } from "./nodeKey.ts";

const folder = mkdtempSync(join(tmpdir(), "xagd-first-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const bob = "rPMh7Pi9ct699iZUTWaytJUoHcJ7cgyziK";

describe("a genesis file", () => {
  test("may say everything", () => {
    const genesis = readGenesisFile(
      file({
        total_drops: "5000000000",
        main_account: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
        accounts: [{ address: bob, balance: "1000000000" }],
        amendments: ["Flow", "00".repeat(32)],
        fees: { base_fee: 10, reserve_base: 20000000, reserve_increment: "5000000" },
      }),
    );
    expect(genesis).toMatchObject({
      totalDrops: 5_000_000_000n,
      mainAccount: decodeAddress("rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"),
      accounts: [{ account: decodeAddress(bob), balance: 1_000_000_000n }],
      fees: { base: 10n, reserveBase: 20_000_000n, reserveIncrement: 5_000_000n },
    });
    expect(genesis.amendments[1]).toBe("00".repeat(32));
    expect(genesisEntries(genesis)).toHaveLength(4);
  });

  test("may say nothing", () => expect(readGenesisFile(file({}))).toEqual(defaultGenesis));

  const bad: [unknown, string][] = [
    ["{", "genesis file"],
    [{ total: 5 }, 'Unrecognized key: "total"'],
    [{ main_account: "rWrong" }, "main_account: expected an address"],
    [{ accounts: [{ address: bob }] }, "accounts.0.balance: "],
    [{ amendments: ["Nonsense"] }, "amendments.0: expected an amendment's name or id"],
    [{ fees: { base_fee: 10 } }, "fees.reserve_base: "],
  ];
  for (const [content, message] of bad) {
    test(JSON.stringify(content), () => expect(() => readGenesisFile(file(content))).toThrow(message));
  }
});

describe("a snapshot file", () => {
  const ledger = {
    ledger_index: "2",
    ledger_hash: "F95C249BF5B4FA189D2ECC85E25D250FE63681848A09ACD2FAF9E2265E74E862",
    parent_hash: "B900A0502E02EBEAA142C32D7BD51F1539FC9B1EE5BFFB8CD66F45831FC6130D",
    account_hash: "4A85FCD4CB4FC8C07226F0BB3C29C7862224BCC7D6D6C1EF85117C80398B7EFB",
    transaction_hash: "00".repeat(32),
    total_coins: "100000000000000000",
    close_time: 848482130,
    parent_close_time: 0,
    close_time_resolution: 10,
    close_flags: 0,
  };
  test("is a header and entries", () => {
    const { header, entries } = readSnapshotFile(
      file({ ledger, state: [{ index: "ab".repeat(32), data: "1100" }] }),
    );
    expect(header).toMatchObject({
      ledgerIndex: 2,
      totalDrops: 100_000_000_000_000_000n,
      closeTime: 848482130,
    });
    expect(entries.map(({ key, bytes }) => [key, bytes.length])).toEqual([["AB".repeat(32), 2]]);
  });
  const bad: [unknown, string][] = [
    [{ state: [] }, "ledger: "],
    [{ ledger: { ...ledger, account_hash: "00" }, state: [] }, "ledger.account_hash: expected 64"],
    [{ ledger, state: [{ index: "00".repeat(32), data: "x" }] }, "state.0.data: "],
    [{ ledger }, "state: "],
  ];
  for (const [content, message] of bad) {
    test(message, () => expect(() => readSnapshotFile(file(content))).toThrow(message));
  }
});

test("a development ledger has its ten accounts, the same ones each time", () => {
  const accounts = developmentAccounts();
  expect(accounts).toEqual(developmentAccounts());
  expect(new Set(accounts.map(({ address }) => address)).size).toBe(10);
  expect(genesisAccount()).toMatchObject({
    address: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    seed: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb",
  });
  expect(genesisEntries(developmentGenesis())).toHaveLength(12);
});

test("a server's key is made once for its folder, for its owner's eyes only", () => {
  const key = nodePublicKey(folder);
  expect(nodePublicKey(folder)).toBe(key);
  expect(statSync(join(folder, "node.seed")).mode & 0o777).toBe(0o600);
  expect(nodePublicKey(undefined)).not.toBe(nodePublicKey(undefined));
  writeFileSync(join(folder, "node.seed"), "nonsense");
  expect(() => nodePublicKey(folder)).toThrow("holds no seed");
});
