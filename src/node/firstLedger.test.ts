import { expect, test } from "vitest";
import { readRecording } from "../../test/conformance/recording.ts";
import { rich } from "../../test/support/testNode.ts";
import { bytesToHex } from "../protocol/hex.ts";
import { keylet } from "../protocol/keylets.ts";
import { SnapshotMismatch } from "../state/importSnapshot.ts";
import { withLedgerHash } from "../state/ledgerHeader.ts";
import { memoryLedgerStore } from "../storage/memoryLedgerStore.ts";
import { EntryCache } from "./entryCache.ts";
import { importGenesis, importSnapshot } from "./firstLedger.ts";
import { defaultGenesis, GenesisError, genesisEntries } from "./genesis.ts";
import { StoredLedgers } from "./storedLedgers.ts";

const defaultFees = { base: 10n, units: 10, reserveBase: 1_000_000n, reserveIncrement: 200_000n };

test("the default genesis is the reference's, to the hash", async () => {
  const path = new URL("../../test/recordings/ordering-1.json.br", import.meta.url).pathname;
  const { head } = readRecording(path);
  const [first, second] = head.genesis.ledgers;
  const store = memoryLedgerStore();
  // The reference rounded the time to ten seconds.
  const header = await importGenesis(store, defaultGenesis, second!.close_time + 4);
  expect(header.parentHash).toBe(first!.ledger_hash);
  expect(header.ledgerHash).toBe(second!.ledger_hash);
  const entries = [...store.entries(2)].map(({ key, bytes }) => ({ index: key, data: bytesToHex(bytes) }));
  expect(entries).toEqual(head.genesis.state_after_ledger_2);
});

test("accounts and fees of a genesis are in the ledger", async () => {
  const store = memoryLedgerStore();
  const fees = { base: 12n, reserveBase: 7_000_000n, reserveIncrement: 3_000_000n };
  const accounts = [{ account: rich.alice.id, balance: 5_000_000n }];
  await importGenesis(store, { ...defaultGenesis, totalDrops: 8_000_000n, accounts, fees }, 1000);
  const ledgers = new StoredLedgers(store, defaultFees, new EntryCache(10));
  expect(ledgers.closed().fees).toEqual({ ...fees, units: 10 });
  expect(ledgers.closed().read(keylet.account(rich.alice.id))?.Balance).toBe(5_000_000n);
  expect(ledgers.closed().read(keylet.account(defaultGenesis.mainAccount))?.Balance).toBe(3_000_000n);
  expect(ledgers.closed().header.totalDrops).toBe(8_000_000n);
});

test("refuses balances that cannot be", () => {
  const one = { account: rich.alice.id, balance: 1n };
  expect(() => genesisEntries({ ...defaultGenesis, accounts: [one, one] })).toThrow(GenesisError);
  expect(() => genesisEntries({ ...defaultGenesis, totalDrops: 0n })).toThrow(GenesisError);
  expect(() => genesisEntries({ ...defaultGenesis, totalDrops: 10n ** 18n })).toThrow(GenesisError);
  for (const balance of [-1n, defaultGenesis.totalDrops + 1n]) {
    const accounts = [{ account: rich.alice.id, balance }];
    expect(() => genesisEntries({ ...defaultGenesis, accounts })).toThrow(GenesisError);
  }
});

test("refuses a snapshot whose parts do not belong together", async () => {
  const source = memoryLedgerStore();
  const header = await importGenesis(source, defaultGenesis, 1000);
  const entries = [...source.entries(2)];
  const other = withLedgerHash({ ...header, accountHash: "AB".repeat(32) });
  for (const [claimed, given] of [
    [{ ...header, closeTime: 5 }, entries],
    [header, entries.slice(1)],
    [other, entries],
  ] as const) {
    const refusing = memoryLedgerStore();
    await expect(importSnapshot(refusing, claimed, given)).rejects.toThrow(SnapshotMismatch);
    expect(refusing.range).toBeUndefined();
  }
  const target = memoryLedgerStore();
  await importSnapshot(target, header, entries.reverse());
  expect(target.range).toEqual({ first: 2, last: 2 });
});
