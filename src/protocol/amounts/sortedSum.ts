import type { Amount } from "../types.ts";
import { addAmounts, compareAmounts, equalAmounts, subtractAmounts } from "./arithmetic.ts";

/**
 * Adds amounts from the smallest to the largest, whatever order they came in: small ones then lose the fewest
 * digits, and the result is the one that every node gets.
 */
export class SortedSum {
  private readonly zero: Amount;
  /** Ascending. Unused for drops, whose sums are exact in any order. */
  private readonly values: Amount[] = [];
  /** `sums[i]` adds up `values[0..i]`; the first `known` of them are up to date. */
  private readonly sums: Amount[] = [];
  private known = 0;
  private drops = 0n;

  /** `zero` says what kind of money is summed; it is the sum of nothing. */
  constructor(zero: Amount) {
    this.zero = zero;
  }

  add(amount: Amount): void {
    if (typeof amount === "bigint") {
      this.drops += amount;
      return;
    }
    const at = this.upperBound(amount);
    this.values.splice(at, 0, amount);
    if (this.known > at) this.known = at;
  }

  /** Takes out an amount that was added. */
  remove(amount: Amount): void {
    if (typeof amount === "bigint") {
      this.drops -= amount;
      return;
    }
    const at = this.upperBound(amount) - 1;
    if (at < 0 || !equalAmounts(this.values[at]!, amount)) throw new Error("remove: never added");
    this.values.splice(at, 1);
    if (this.known > at) this.known = at;
  }

  /** @throws AmountOverflow */
  get total(): Amount {
    if (typeof this.zero === "bigint") return this.drops;
    const { values, sums } = this;
    if (values.length === 0) return this.zero;
    for (let i = this.known; i < values.length; i++) {
      sums[i] = i === 0 ? values[0]! : addAmounts(sums[i - 1]!, values[i]!);
    }
    this.known = values.length;
    return sums[values.length - 1]!;
  }

  /** `whole` less the total. */
  restOf(whole: Amount): Amount {
    return subtractAmounts(whole, this.total);
  }

  private upperBound(amount: Amount): number {
    let low = 0;
    let high = this.values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAmounts(this.values[middle]!, amount) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
