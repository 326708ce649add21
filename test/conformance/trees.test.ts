import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hexToBytes } from "../../src/protocol/hex.ts";
import { ledgerHash } from "../../src/state/ledgerHeader.ts";
import { StateTree } from "../../src/state/tree/stateTree.ts";
import { transactionTreeRoot } from "../../src/state/tree/transactionTree.ts";
import { headerOf } from "../support/recordedHeader.ts";
import { type RecordedEntry, type RecordedHeader, readRecording } from "./recording.ts";

const stateRoot = (state: readonly RecordedEntry[]) =>
  new StateTree({ treePage: () => undefined, has: () => false, firstKeyUnder: () => undefined }).update(
    state.map(({ index, data }) => ({ key: index, bytes: hexToBytes(data) })),
  ).root;

interface RecordedTransaction {
  readonly hash: string;
  readonly tx_blob: string;
  readonly meta: string;
}

const transactionRoot = (transactions: readonly RecordedTransaction[]) =>
  transactionTreeRoot(
    transactions.map(({ hash, tx_blob, meta }) => ({
      hash,
      blob: hexToBytes(tx_blob),
      metadata: hexToBytes(meta),
    })),
  );

describe("ledgers of the public network", () => {
  const file = new URL("../vectors/ledgers/realLedgers.json.br", import.meta.url);
  const ledgers = JSON.parse(brotliDecompressSync(readFileSync(file)).toString()) as {
    ledger: RecordedHeader;
    state?: readonly RecordedEntry[];
    transactions: readonly RecordedTransaction[];
  }[];
  for (const { ledger, state, transactions } of ledgers) {
    test(`${ledger.ledger_index} hashes to ${ledger.ledger_hash}`, () => {
      expect(ledgerHash(headerOf(ledger))).toBe(ledger.ledger_hash);
      expect(transactionRoot(transactions)).toBe(ledger.transaction_hash);
      if (state !== undefined) expect(stateRoot(state)).toBe(ledger.account_hash);
    });
  }
});

describe("recordings", () => {
  const folder = new URL("../recordings/", import.meta.url);
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json.br"))) {
    test(`${name}: the hashes of every ledger`, () => {
      const { head, steps, final_state } = readRecording(new URL(name, folder).pathname);
      const headers = [...head.genesis.ledgers];
      const blobs = new Map<string, string>();
      for (const step of steps) {
        if (step.do === "submit") blobs.set(step.hash, step.tx_blob);
        if (step.do !== "close") continue;
        headers.push(step.ledger);
        const transactions = step.transactions.map(({ hash, tx_blob, meta }) => {
          return { hash, tx_blob: tx_blob ?? blobs.get(hash)!, meta };
        });
        expect(transactionRoot(transactions)).toBe(step.ledger.transaction_hash);
      }
      for (const header of headers) expect(ledgerHash(headerOf(header))).toBe(header.ledger_hash);
      expect(stateRoot(head.genesis.state_after_ledger_2)).toBe(head.genesis.ledgers[1]!.account_hash);
      expect(stateRoot(final_state)).toBe(headers.at(-1)!.account_hash);
    });
  }
});
