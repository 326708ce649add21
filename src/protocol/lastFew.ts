/** A transaction is about two or three accounts, lines and entries, and asks for each a dozen times. */
const remembered = 4;

/** Not remembered: a value may be undefined. */
export const forgotten = Symbol("forgotten");

/**
 * The last few answers to questions of up to three texts, found by comparing what was asked for: where the same questions
 * come in bursts that is several times faster than a Map, which looks all over a large table.
 */
export class LastFew<V> {
  private readonly firsts = new Array<string | undefined>(remembered).fill(undefined);
  private readonly seconds = new Array<string>(remembered).fill("");
  private readonly thirds = new Array<string>(remembered).fill("");
  private readonly values = new Array<V | undefined>(remembered).fill(undefined);
  private next = 0;

  get(a: string, b = "", c = ""): V | typeof forgotten {
    const { firsts, seconds, thirds } = this;
    for (let i = 0; i < remembered; i++) {
      if (firsts[i] === a && seconds[i] === b && thirds[i] === c) return this.values[i] as V;
    }
    return forgotten;
  }

  add(value: V, a: string, b = "", c = ""): void {
    const { next } = this;
    this.firsts[next] = a;
    this.seconds[next] = b;
    this.thirds[next] = c;
    this.values[next] = value;
    this.next = (next + 1) % remembered;
  }

  /** To be called when the answers change. */
  clear(): void {
    this.firsts.fill(undefined);
    this.values.fill(undefined);
  }
}

/** A function that remembers its last few answers, which never change. */
export function lastFew<V>(compute: (a: string, b: string, c: string) => V) {
  const last = new LastFew<V>();
  return (a: string, b = "", c = ""): V => {
    const known = last.get(a, b, c);
    if (known !== forgotten) return known;
    const value = compute(a, b, c);
    last.add(value, a, b, c);
    return value;
  };
}
