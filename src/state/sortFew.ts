/** Below this, moving what is out of place is faster than the general way, which copies everything first. */
const few = 16;

/** Sorts what is mostly a handful, in place: as `array.sort(compare)` does. */
export function sortFew<T>(array: T[], compare: (a: T, b: T) => number): T[] {
  if (array.length > few) return array.sort(compare);
  for (let i = 1; i < array.length; i++) {
    const one = array[i]!;
    let place = i;
    for (; place > 0 && compare(array[place - 1]!, one) > 0; place--) array[place] = array[place - 1]!;
    array[place] = one;
  }
  return array;
}
