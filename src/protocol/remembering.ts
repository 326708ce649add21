/**
 * Remembers up to about `2 × generation` answers and forgets the ones not asked for lately: keys come from outside, so
 * a plain Map would grow for ever.
 */
export function remembering<V>(generation: number, compute: (key: string) => V): (key: string) => V {
  let recent = new Map<string, V>();
  let older = new Map<string, V>();
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const value = older.get(key) ?? compute(key);
    if (recent.size >= generation) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}
