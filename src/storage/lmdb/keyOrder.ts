import type { Hex } from "../../protocol/types.ts";

interface Keyed {
  readonly key: Hex;
}

/** Fewer than this are sorted at once. */
const fewItems = 512;

/**
 * Sorts by key, lazily in parts, so that much of it does not hold the event loop up. Rising keys are written fastest. Items
 * with one key stay in their order.
 */
export function* inKeyOrder<T extends Keyed>(items: readonly T[]): Iterable<T> {
  if (items.length < fewItems) {
    yield* items.toSorted(byKey);
    return;
  }
  const parts: T[][] = [];
  for (const item of items) {
    const key = item.key;
    const part = digit(key, 0) * 17 + digit(key, 1);
    parts[part] ??= [];
    parts[part].push(item);
  }
  for (let part = 0; part < parts.length; part++)
    if (parts[part] !== undefined) yield* parts[part]!.sort(byKey);
}

/** Two sequences that are in order, as one. Equal keys do not occur. */
export function* mergedByKey<T extends Keyed>(a: Iterable<T>, b: Iterable<T>): Iterable<T> {
  const rest = b[Symbol.iterator]();
  let next = rest.next();
  for (const item of a) {
    while (next.done !== true && next.value.key < item.key) {
      yield next.value;
      next = rest.next();
    }
    yield item;
  }
  for (; next.done !== true; next = rest.next()) yield next.value;
}

const byKey = (a: Keyed, b: Keyed): number => (a.key < b.key ? -1 : a.key === b.key ? 0 : 1);

/** 0 where the key has ended (tree pages have short ones), else one more than the digit. */
function digit(key: Hex, at: number): number {
  if (key.length <= at) return 0;
  const code = key.charCodeAt(at);
  return code < 58 ? code - 47 : code - 54;
}
