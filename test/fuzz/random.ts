/** Random choices that a seed repeats exactly: xoshiro128**, seeded by splitmix32. */
export class Random {
  private readonly state: [number, number, number, number];

  constructor(seed: number) {
    let mixed = seed >>> 0;
    const next = () => {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = mixed;
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      return (word ^ (word >>> 15)) >>> 0;
    };
    this.state = [next(), next(), next(), next()];
  }

  /** 32 random bits, unsigned. */
  bits(): number {
    const [a, b, c, d] = this.state;
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const third = c ^ a;
    const fourth = d ^ b;
    this.state[0] = a ^ fourth;
    this.state[1] = b ^ third;
    this.state[2] = third ^ (b << 9);
    this.state[3] = (fourth << 11) | (fourth >>> 21);
    return result;
  }

  /** At least 0, below 1. */
  fraction(): number {
    return (this.bits() * 0x200000 + (this.bits() >>> 11)) / 2 ** 53;
  }

  /** A whole number, at least 0, below `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }

  /** One of the keys, as often as their weights say. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }

  /** A number between two positive ones, every order of magnitude as likely as the other. */
  magnitude(least: number, most: number): number {
    return least * (most / least) ** this.fraction();
  }
}
