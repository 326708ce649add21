import type { Hex } from "../protocol/types.ts";
import type { ChangedValues } from "./changedValues.ts";

/**
 * The smallest key above `after` and below `before` that has a value, in a stack of changes over a base.
 * @param layers newest first
 * @param baseSuccessor the base's own answer
 */
export function overlaidSuccessor(
  after: Hex,
  before: Hex | undefined,
  layers: readonly ChangedValues[],
  baseSuccessor: (after: Hex) => Hex | undefined,
): Hex | undefined {
  if (layers.length === 0) return baseSuccessor(after);
  let from = after;
  for (;;) {
    let next = baseSuccessor(from);
    for (const layer of layers) {
      const own = layer.newKeyAfter(from);
      if (own !== undefined && (next === undefined || own < next)) next = own;
    }
    if (next === undefined || (before !== undefined && next >= before)) return undefined;
    const layer = layers.find((changes) => changes.has(next));
    if (layer === undefined || layer.get(next) !== undefined) return next;
    from = next;
  }
}

/** The base's entries, in order, with a stack of changes over them. @param layers newest first */
export function* overlaidEntries(
  after: Hex,
  before: Hex | undefined,
  layers: readonly ChangedValues[],
  base: Iterable<{ key: Hex; bytes: Uint8Array }>,
): Iterable<{ key: Hex; bytes: Uint8Array }> {
  if (layers.length === 0) {
    yield* base;
    return;
  }
  const changed = new Map<Hex, Uint8Array | undefined>();
  for (const layer of layers) {
    for (const key of layer.keys()) {
      const isInside = key > after && (before === undefined || key < before);
      if (isInside && !changed.has(key)) changed.set(key, layer.get(key));
    }
  }
  const keys = [...changed.keys()].sort();
  let next = 0;
  const changedBelow = function* (limit: Hex | undefined) {
    for (; next < keys.length && (limit === undefined || keys[next]! < limit); next++) {
      const bytes = changed.get(keys[next]!);
      if (bytes !== undefined) yield { key: keys[next]!, bytes };
    }
  };
  for (const entry of base) {
    yield* changedBelow(entry.key);
    if (!changed.has(entry.key)) yield entry;
  }
  yield* changedBelow(undefined);
}
