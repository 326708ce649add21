import type { Hash256 } from "../protocol/types.ts";
import type { Caller } from "./context.ts";
import type { Reply } from "./dispatch.ts";
import type { JsonObject } from "./json.ts";

/** The closed ledgers that a reply is made from: those kept, and which one is the last. */
export interface KnownLedgers {
  readonly first: number;
  readonly last: number;
  /** The last one's hash. */
  readonly hash: Hash256;
}

/** What makes replies elsewhere must know of the caller. */
export type ReaderCaller = Pick<Caller, "role" | "apiVersion">;

/** Threads that answer queries of closed ledgers, each just as the calling thread would. */
export interface Readers {
  /**
   * Has a request answered elsewhere. Undefined where nobody is free to; fulfilled with undefined where it could not be
   * done: in either case the calling thread answers it itself. Never rejects.
   * @param isLong whether waiting for a thread that has yet to start is nothing beside the work
   */
  answer(
    request: JsonObject,
    caller: ReaderCaller,
    ledgers: KnownLedgers,
    isLong: boolean,
  ): Promise<Reply | undefined> | undefined;
}
