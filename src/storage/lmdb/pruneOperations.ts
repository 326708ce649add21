import { versionLedger } from "../versionRecord.ts";
import { accountsOfTransaction, decodeTransaction, headerOfRecord } from "./records.ts";
import { accountKey, hexKey, ledgerKey, readBriefly, type Tables, type VersionedTables } from "./tables.ts";
import { VersionedTable } from "./versionedTable.ts";
import type { Operation } from "./writer.ts";

const rowsAtOnce = 64;

/**
 * What takes a ledger's history out: transactions and what points at them, undo records, and last the header.
 * Also takes back a ledger that never was complete.
 */
export function* pruneOperations(tables: Tables, ledgerIndex: number): Iterable<Operation> {
  const end = ledgerKey(ledgerIndex + 1);
  let start = ledgerKey(ledgerIndex);
  for (;;) {
    const rows = [...tables.transactions.getRange({ start, end, exclusiveStart: true, limit: rowsAtOnce })];
    for (const { key, value } of rows) {
      yield { table: tables.places, key: hexKey(decodeTransaction(value).hash), value: undefined };
      for (const account of accountsOfTransaction(value)) {
        yield { table: tables.accounts, key: accountKey(account, ledgerIndex), value: undefined };
      }
      yield { table: tables.transactions, key, value: undefined };
    }
    if (rows.length < rowsAtOnce) break;
    start = rows.at(-1)!.key;
  }
  yield* pruneUndoOperations(tables, ledgerIndex);
  const record = readBriefly(tables.headers, ledgerKey(ledgerIndex), {});
  if (record === undefined) return;
  const { ledgerHash } = headerOfRecord(record);
  yield { table: tables.ledgerHashes, key: hexKey(ledgerHash), value: undefined };
  yield { table: tables.headers, key: ledgerKey(ledgerIndex), value: undefined };
}

/** The first ledger that is kept needs no undo records: nobody asks for the state before it. */
export function* pruneUndoOperations(tables: Tables, ledgerIndex: number): Iterable<Operation> {
  for (const versioned of [tables.state, tables.derived]) {
    yield* pruneVersions(versioned, ledgerIndex);
  }
}

function* pruneVersions(tables: VersionedTables, ledgerIndex: number): Iterable<Operation> {
  const { removed, undo } = tables;
  for (const hex of new VersionedTable(tables, {}, () => true).changedKeys(ledgerIndex)) {
    const key = hexKey(hex);
    const removal = readBriefly(removed, key, {});
    if (removal !== undefined && versionLedger(removal) === ledgerIndex) {
      yield { table: removed, key, value: undefined };
    }
    yield { table: undo, key: ledgerKey(ledgerIndex, hex), value: undefined };
  }
}
