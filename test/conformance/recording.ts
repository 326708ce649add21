import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** One scenario as the reference server lived it. */
export interface Recording {
  readonly head: {
    readonly family: string;
    readonly seed: number;
    readonly server_version: string;
    readonly network: {
      readonly base_fee_drops: number;
      readonly reserve_base_drops: number;
      readonly reserve_inc_drops: number;
    };
    readonly genesis: {
      readonly ledgers: readonly RecordedHeader[];
      readonly state_after_ledger_2: RecordedEntry[];
    };
    readonly accounts: Readonly<Record<string, RecordedAccount>>;
  };
  readonly steps: readonly Step[];
  readonly final_state: readonly RecordedEntry[];
}

export interface RecordedAccount {
  readonly address: string;
  readonly seed: string;
  readonly algorithm: "ecdsa-secp256k1" | "ed25519";
}

/** A ledger header; times in seconds since 2000-01-01, coins in drops. */
export interface RecordedHeader {
  readonly ledger_index: string;
  readonly ledger_hash: string;
  readonly parent_hash: string;
  readonly account_hash: string;
  readonly transaction_hash: string;
  readonly total_coins: string;
  readonly close_time: number;
  readonly parent_close_time: number;
  readonly close_time_resolution: number;
  readonly close_flags: number;
}

export interface RecordedEntry {
  readonly index: string;
  readonly data: string;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type Step = SubmitStep | CloseStep | QueryStep | WebSocketStep | EventsStep;

export interface SubmitStep {
  readonly do: "submit";
  readonly tx_json: Readonly<Record<string, Json>>;
  readonly tx_blob: string;
  readonly hash: string;
  readonly http_status: number;
  /** The result without tx_blob, tx_json and the echoed request. */
  readonly reply: Readonly<Record<string, Json>>;
}

export interface CloseStep {
  readonly do: "close";
  readonly close_time: number;
  readonly ledger: RecordedHeader;
  /** In order of TransactionIndex; `tx_blob` where it was not submitted in the recording. */
  readonly transactions: readonly {
    readonly hash: string;
    readonly result: string;
    readonly meta: string;
    readonly tx_blob?: string;
  }[];
}

export interface QueryStep {
  readonly do: "query";
  readonly port: "admin" | "public";
  /** A string where the body was not meant to parse. */
  readonly request: Json;
  readonly http_status: number;
  readonly reply: Json;
}

export interface WebSocketStep {
  readonly do: "ws";
  readonly request: Json;
  readonly reply: Json;
}

/** What the subscriber heard after the step before; only the order within one stream is fixed. */
export interface EventsStep {
  readonly do: "events";
  readonly messages: readonly Json[];
}

/** Reads a recording, plain (`.json`) or compressed (`.json.br`). */
export function readRecording(file: string): Recording {
  const bytes = readFileSync(file);
  return JSON.parse(
    (file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("utf8"),
  ) as Recording;
}

const folder = new URL("../recordings/", import.meta.url).pathname;

/** The project's own recordings: each one's name and its path. */
export const recordingFiles = (): [name: string, path: string][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json.br"))
    .map((name) => [name, folder + name]);
