import type { Hex } from "../protocol/types.ts";

const runLength = 512;

/** A set of keys in order, for any number of them: runs of keys, so that an insertion moves few. */
export class OrderedKeys {
  private readonly runs: Hex[][] = [[]];

  add(key: Hex): void {
    const run = this.runs[this.runFor(key)]!;
    const at = firstAfter(run, key);
    if (run[at - 1] === key) return;
    run.splice(at, 0, key);
    if (run.length > runLength) this.runs.splice(this.runs.indexOf(run) + 1, 0, run.splice(runLength / 2));
  }

  delete(key: Hex): void {
    const index = this.runFor(key);
    const run = this.runs[index]!;
    const at = firstAfter(run, key) - 1;
    if (run[at] !== key) return;
    run.splice(at, 1);
    if (run.length === 0 && this.runs.length > 1) this.runs.splice(index, 1);
  }

  /** The smallest key above `key`. */
  successor(key: Hex): Hex | undefined {
    const index = this.runFor(key);
    const run = this.runs[index]!;
    return run[firstAfter(run, key)] ?? this.runs[index + 1]?.[0];
  }

  /** The last run that starts at or before the key. */
  private runFor(key: Hex): number {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const first = this.runs[middle]![0];
      if (first !== undefined && first <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

function firstAfter(keys: readonly Hex[], key: Hex): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
