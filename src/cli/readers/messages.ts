import type { JsonObject } from "../../commands/json.ts";
import type { KnownLedgers, ReaderCaller } from "../../commands/readers.ts";
import type { NodeSettings } from "../../node/settings.ts";

// What the main thread and a reader thread tell each other.

/** What a reader thread is started with. */
export interface ReaderSettings {
  /** The store's folder. */
  readonly folder: string;
  readonly node: NodeSettings;
}

/** A caller's request that a thread is to answer. */
export interface Question {
  readonly kind: "question";
  /** The main thread's number for it. */
  readonly id: number;
  readonly request: JsonObject;
  readonly caller: ReaderCaller;
  readonly ledgers: KnownLedgers;
}

export type ToReader =
  | Question
  /** A piece was taken: another may come. */
  | { readonly kind: "more"; readonly id: number }
  /** Nobody waits for the rest. */
  | { readonly kind: "drop"; readonly id: number }
  | { readonly kind: "close" };

export type FromReader =
  /** The thread is up. */
  | { readonly kind: "ready" }
  /** The last ledger is not there yet. */
  | { readonly kind: "absent"; readonly id: number }
  /** An error reply. */
  | { readonly kind: "refusal"; readonly id: number; readonly reply: JsonObject }
  /** A part of the text of the reply's members, in order. Its memory is handed over. */
  | { readonly kind: "piece"; readonly id: number; readonly bytes: Uint8Array; readonly isLast: boolean }
  /** The reply was begun and cannot be finished. */
  | { readonly kind: "broken"; readonly id: number; readonly error: Error }
  /** A command met a mistake of ours; its reply says so. */
  | { readonly kind: "fault"; readonly command: string; readonly error: Error };

/** So many pieces of a reply may be on their way before one is taken. */
export const piecesAhead = 4;
