import { versionLedger } from "../versionRecord.ts";
import { headerOfRecord } from "./records.ts";
import { accountKey, hexKey, ledgerKey, readBriefly, type Tables } from "./tables.ts";
import { readReferences, transactionRemoval } from "./transactionChunks.ts";
import { UndoReader } from "./undoLog.ts";
import type { Operation } from "./writer.ts";

/**
 * What takes a ledger's history out: transactions and what points at them, undo records, and last the header.
 * Also takes back a ledger that never was complete.
 */
export function* pruneOperations(tables: Tables, ledgerIndex: number): Iterable<Operation> {
  const { places, accounts: accountTable, headers, ledgerHashes } = tables;
  for (const { hash, accounts } of readReferences(tables.transactions, ledgerIndex)) {
    yield { table: places, key: hexKey(hash), value: undefined };
    for (const account of accounts) {
      yield { table: accountTable, key: accountKey(account, ledgerIndex), value: undefined };
    }
  }
  yield* transactionRemoval(tables.transactions, ledgerIndex);
  yield* pruneUndoOperations(tables, ledgerIndex);
  const record = readBriefly(headers, ledgerKey(ledgerIndex), {});
  if (record === undefined) return;
  yield { table: ledgerHashes, key: hexKey(headerOfRecord(record).ledgerHash), value: undefined };
  yield { table: headers, key: ledgerKey(ledgerIndex), value: undefined };
}

/**
 * Takes out what a ledger wrote over, and the marks of the keys that it removed. The first ledger that is kept needs
 * neither: nobody asks for the state before it.
 */
export function* pruneUndoOperations(tables: Tables, ledgerIndex: number): Iterable<Operation> {
  for (const { removed, undo } of [tables.state, tables.derived]) {
    const reader = new UndoReader(undo, {});
    for (const { key } of reader.records(ledgerIndex)) {
      const removal = readBriefly(removed, key, {});
      if (removal !== undefined && versionLedger(removal) === ledgerIndex) {
        yield { table: removed, key, value: undefined };
      }
    }
    yield* reader.removal(ledgerIndex);
  }
}
