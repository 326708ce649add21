/** Numbers that look random and are the same in every run: a benchmark's load must not depend on luck. */
export interface Random {
  /** From 0 up to, but not including, `bound`. */
  below(bound: number): number;
}

/** xorshift32, with any seed but 0. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  if (state === 0) throw new RangeError("the seed must not be 0");
  return {
    below(bound) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % bound;
    },
  };
}
