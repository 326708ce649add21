/** The value below which so much of a sample lies: nearest rank. `sorted` rises; share is 0 to 1. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1]!;
}

/** A sample in rising order; the sample itself stays as it is. */
export const inOrder = (sample: readonly number[]): Float64Array => Float64Array.from(sample).sort();

/** How much more the dearest costs than the cheapest; costs are positive. */
export function growthFactor(costs: readonly number[]): number {
  return Math.max(...costs) / Math.min(...costs);
}
