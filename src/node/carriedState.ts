import { parseTransaction, type SignedTransaction } from "../engine/signedTransaction.ts";
import { type EngineResult, engineResults } from "../protocol/engineResults.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import type { Change, LedgerReader } from "../state/ledgerStore.ts";
import { derivedKeys } from "./derived/derivedKeys.ts";
import type { FeeMetricsState } from "./feeEscalation.ts";
import type { Pace } from "./pace.ts";

/** A transaction that no closed ledger has, and what it waits for. */
export interface Waiting {
  readonly transaction: SignedTransaction;
  readonly queued: QueuedState | undefined;
  /** Submitted by a client: tried until this ledger. */
  readonly localUntil: number | undefined;
  /** Was in the open ledger, but the closed one has it not: how often that happened. */
  readonly recoveries: number | undefined;
  /** Is one of the closed set that may succeed later. */
  readonly isRetry: boolean;
}

/** What the queue knows of one of its transactions. */
export interface QueuedState {
  readonly feeLevel: bigint;
  readonly arrival: number;
  readonly retriesRemaining: number;
  readonly lastResult: EngineResult | undefined;
}

/**
 * What a node goes on with after a ledger, beside the ledger itself: everything that later records' outcome depends
 * on. It is stored with the ledger, in the same atomic step, so that a restart takes up exactly where the log goes on.
 */
export interface CarriedState {
  /** The record of the log to go on with. */
  readonly logPosition: number;
  readonly metrics: FeeMetricsState;
  readonly queueLimit: number | undefined;
  readonly penalties: readonly {
    readonly account: AccountID;
    readonly retry: boolean;
    readonly drop: boolean;
  }[];
  /** Hash of the set that was closed. */
  readonly setHash: Hash256;
  readonly waiting: readonly Waiting[];
}

/** Collects what each transaction waits for. */
export class WaitingList {
  private readonly byHash = new Map<Hash256, Waiting>();

  note(transaction: SignedTransaction, facts: Partial<Omit<Waiting, "transaction">>): void {
    const known = this.byHash.get(transaction.hash);
    this.byHash.set(transaction.hash, { ...(known ?? waitingForNothing(transaction)), ...facts });
  }

  all(): Waiting[] {
    return [...this.byHash.values()];
  }
}

const waitingForNothing = (transaction: SignedTransaction): Waiting => ({
  transaction,
  queued: undefined,
  localUntil: undefined,
  recoveries: undefined,
  isRetry: false,
});

/** Of the waiting transactions, only what changed since the ledger before is written. */
export class CarriedStateWriter {
  private written = new Map<Hash256, string>();

  /** What is stored already, after a restart. */
  resume(state: CarriedState): void {
    this.written = new Map(state.waiting.map((waiting) => [waiting.transaction.hash, describe(waiting)]));
  }

  /** The stored values that this state changes; to be stored before it is asked again. */
  async changes(state: CarriedState, pace: Pace): Promise<Change[]> {
    const changes: Change[] = [{ key: derivedKeys.carriedState, bytes: encodeMain(state) }];
    const now = new Map<Hash256, string>();
    for (const waiting of state.waiting) {
      const { hash, blob } = waiting.transaction;
      const description = describe(waiting);
      now.set(hash, description);
      if (this.written.get(hash) !== description) {
        changes.push({ key: derivedKeys.waiting(hash), bytes: encodeWaiting(description, blob) });
      }
      if (pace.isDue()) await pace.turn();
    }
    for (const hash of this.written.keys()) {
      if (!now.has(hash)) changes.push({ key: derivedKeys.waiting(hash), bytes: undefined });
      if (pace.isDue()) await pace.turn();
    }
    this.written = now;
    return changes;
  }
}

/** The state that was stored with a ledger; undefined where there was none, as with an imported ledger. */
export function readCarriedState(reader: LedgerReader, ledgerIndex: number): CarriedState | undefined {
  const main = reader.derived(ledgerIndex, derivedKeys.carriedState);
  if (main === undefined) return undefined;
  const waiting: Waiting[] = [];
  for (const { bytes } of reader.derivedEntries(ledgerIndex, derivedKeys.waitingPrefix)) {
    waiting.push(decodeWaiting(bytes));
  }
  return { ...decodeMain(main), waiting };
}

function encodeMain({ logPosition, metrics, queueLimit, penalties, setHash }: CarriedState): Uint8Array {
  const { expectedSize, recentSizes, multiplier } = metrics;
  return Buffer.from(
    JSON.stringify({
      logPosition,
      expectedSize,
      recentSizes,
      multiplier: `${multiplier}`,
      queueLimit,
      penalties: penalties.map(({ account, retry, drop }) => [account, retry, drop]),
      setHash,
    }),
  );
}

function decodeMain(bytes: Uint8Array): Omit<CarriedState, "waiting"> {
  const { logPosition, expectedSize, recentSizes, multiplier, queueLimit, penalties, setHash } = JSON.parse(
    Buffer.from(bytes).toString(),
  ) as {
    logPosition: number;
    expectedSize: number;
    recentSizes: number[];
    multiplier: string;
    queueLimit?: number;
    penalties: [AccountID, boolean, boolean][];
    setHash: Hash256;
  };
  return {
    logPosition,
    metrics: { expectedSize, recentSizes, multiplier: BigInt(multiplier) },
    queueLimit,
    penalties: penalties.map(([account, retry, drop]) => ({ account, retry, drop })),
    setHash,
  };
}

/** Everything but the transaction, as words with spaces between; `-` stands for what is not there. */
function describe({ queued, localUntil, recoveries, isRetry }: Waiting): string {
  const place =
    queued === undefined
      ? "- - - -"
      : `${queued.feeLevel} ${queued.arrival} ${queued.retriesRemaining} ${queued.lastResult ?? "-"}`;
  return `${place} ${localUntil ?? "-"} ${recoveries ?? "-"} ${isRetry ? "retry" : "-"}`;
}

/** The description's length in two bytes, the description, the blob. */
function encodeWaiting(description: string, blob: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(2 + description.length + blob.length);
  bytes.writeUInt16LE(description.length, 0);
  bytes.write(description, 2, "latin1");
  bytes.set(blob, 2 + description.length);
  return bytes;
}

function decodeWaiting(encoded: Uint8Array): Waiting {
  const bytes = Buffer.from(encoded);
  const end = 2 + bytes.readUInt16LE(0);
  const [feeLevel, arrival, retriesRemaining, lastResult, localUntil, recoveries, isRetry] = bytes
    .toString("latin1", 2, end)
    .split(" ");
  return {
    transaction: parseTransaction(new Uint8Array(bytes.subarray(end))),
    queued:
      feeLevel === "-"
        ? undefined
        : {
            feeLevel: BigInt(feeLevel!),
            arrival: Number(arrival),
            retriesRemaining: Number(retriesRemaining),
            lastResult: resultNamed(lastResult!),
          },
    localUntil: numberOf(localUntil!),
    recoveries: numberOf(recoveries!),
    isRetry: isRetry === "retry",
  };
}

const numberOf = (word: string): number | undefined => (word === "-" ? undefined : Number(word));

function resultNamed(word: string): EngineResult | undefined {
  if (word === "-") return undefined;
  if (!(word in engineResults)) throw new Error(`there is no engine result ${word}`);
  return word as EngineResult;
}
