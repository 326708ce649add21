import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openLmdbLedgerStore } from "../../src/storage/lmdb/lmdbLedgerStore.ts";
import { memoryLedgerStore } from "../../src/storage/memoryLedgerStore.ts";
import { describeLedgerStore } from "./ledgerStore.ts";

const folder = mkdtempSync(join(tmpdir(), "xagd-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

describeLedgerStore("memory", async () => memoryLedgerStore());
describeLedgerStore("lmdb", () =>
  openLmdbLedgerStore(join(folder, `${count++}`), { sync: false, gatherMilliseconds: 2 }),
);
