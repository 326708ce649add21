import fc from "fast-check";
import { expect, test } from "vitest";
import { sortFew } from "./sortFew.ts";

test("it sorts as the language does, and keeps the order of equals", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat()), { maxLength: 40 }), (pairs) => {
      const byFirst = (a: [number, number], b: [number, number]) => a[0] - b[0];
      expect(sortFew([...pairs], byFirst)).toEqual([...pairs].sort(byFirst));
    }),
  );
});
