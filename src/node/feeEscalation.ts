import type { QueueSettings } from "./settings.ts";

/** The fee level of a transaction that pays exactly its base fee. */
export const baseLevel = 256n;

const maximum = 2n ** 64n - 1n;

/** value × multiplier ÷ divisor, rounded down, at most 2^64 - 1. */
export function mulDiv(value: bigint, multiplier: bigint, divisor: bigint): bigint {
  const result = (value * multiplier) / divisor;
  return result > maximum ? maximum : result;
}

/** The same, or undefined where it does not fit in 64 bits. */
export function mulDivChecked(value: bigint, multiplier: bigint, divisor: bigint): bigint | undefined {
  const result = (value * multiplier) / divisor;
  return result > maximum ? undefined : result;
}

const mulDivCount = (count: number, percent: number): number => Math.floor((count * percent) / 100);

/** What is remembered from ledger to ledger. */
export interface FeeMetricsState {
  readonly expectedSize: number;
  readonly recentSizes: readonly number[];
  readonly multiplier: bigint;
}

/**
 * How many transactions a ledger is expected to hold, and how steeply fees rise once there are more.
 *
 * Source: FeeMetrics in TxQ.cpp of the reference; its rules are told in FeeEscalation.md there.
 */
export class FeeMetrics {
  private readonly settings: QueueSettings;
  private readonly minimum: number;
  private readonly target: number;
  private readonly limit: number | undefined;
  private expected: number;
  private recent: number[] = [];
  private medianLevel: bigint;

  constructor(settings: QueueSettings) {
    this.settings = settings;
    this.minimum = settings.minimumTransactionsInLedger;
    this.target = Math.max(settings.targetTransactionsInLedger, this.minimum);
    const limit = settings.maximumTransactionsInLedger;
    this.limit = limit === undefined ? undefined : Math.max(limit, this.target);
    this.expected = this.minimum;
    this.medianLevel = settings.minimumEscalationMultiplier;
  }

  /** Transactions per ledger before fees rise. */
  get expectedSize(): number {
    return this.expected;
  }

  /** The median fee level of the last ledger, or the configured minimum. */
  get multiplier(): bigint {
    return this.medianLevel;
  }

  get state(): FeeMetricsState {
    return { expectedSize: this.expected, recentSizes: [...this.recent], multiplier: this.medianLevel };
  }

  /** Takes up what an earlier run learned. It may have run with a smaller minimum: the configured one holds. */
  restore(state: FeeMetricsState): void {
    this.expected = Math.max(state.expectedSize, this.minimum);
    this.recent = [...state.recentSizes];
    this.medianLevel = state.multiplier;
  }

  /**
   * Learns from a closed ledger.
   * @param levels the fee levels of its transactions, in any order
   * @param slow whether closing it took so long that ledgers should become smaller
   */
  update(levels: readonly bigint[], slow: boolean): void {
    const size = levels.length;
    if (slow) this.shrink(size);
    else if (size > this.expected || size > this.target) this.grow(size);
    this.medianLevel = this.medianOf(levels);
  }

  /** The level that takes a transaction straight into an open ledger that holds `count` already. */
  requiredLevel(count: number): bigint {
    if (count <= this.expected) return baseLevel;
    return mulDiv(this.medianLevel, BigInt(count) ** 2n, BigInt(this.expected) ** 2n);
  }

  /**
   * The sum of the levels that `length` transactions need, one after the other, in an open ledger that holds
   * `count` already (more than expected). Undefined where it overflows.
   */
  requiredSeriesLevel(count: number, length: number): bigint | undefined {
    const last = sumOfFirstSquares(count + length - 1);
    const before = sumOfFirstSquares(count - 1);
    if (last === undefined || before === undefined) return undefined;
    return mulDivChecked(this.medianLevel, last - before, BigInt(this.expected) ** 2n);
  }

  private shrink(size: number): void {
    const percent = 100 - this.settings.slowConsensusDecreasePercent;
    const upper = Math.max(mulDivCount(this.expected, percent), this.minimum);
    this.expected = Math.min(Math.max(mulDivCount(size, percent), this.minimum), upper);
    this.recent = [];
  }

  private grow(size: number): void {
    this.recent.push(mulDivCount(size, 100 + this.settings.normalConsensusIncreasePercent));
    if (this.recent.length > this.settings.ledgersInQueue) this.recent.shift();
    const largest = Math.max(...this.recent);
    // Up at once, down by a tenth of the way.
    const next = largest >= this.expected ? largest : Math.floor((this.expected * 9 + largest) / 10);
    this.expected = this.limit === undefined ? next : Math.min(next, this.limit);
  }

  private medianOf(levels: readonly bigint[]): bigint {
    const { minimumEscalationMultiplier } = this.settings;
    if (levels.length === 0) return minimumEscalationMultiplier;
    const sorted = sortedLevels(levels);
    const upper = sorted[levels.length >> 1]!;
    const lower = sorted[(levels.length - 1) >> 1]!;
    const median = (BigInt(upper) + BigInt(lower) + 1n) / 2n;
    return median > minimumEscalationMultiplier ? median : minimumEscalationMultiplier;
  }
}

/** Typed arrays sort twenty times faster than arrays of bigints; 20,000 levels must not hold up a close. */
function sortedLevels(levels: readonly bigint[]): BigUint64Array {
  return BigUint64Array.from(levels).sort();
}

/** 1 + 4 + 9 + … + n², or undefined where the reference gives up on it. */
function sumOfFirstSquares(n: number): bigint | undefined {
  if (n >= 2 ** 21) return undefined;
  const x = BigInt(n);
  return (x * (x + 1n) * (2n * x + 1n)) / 6n;
}
