import fc from "fast-check";
import { expect, test } from "vitest";
import { OrderedSet } from "./orderedSet.ts";

test("keeps what a sorted array keeps, at sizes where chunks split and vanish", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 3000 })), { minLength: 1, maxLength: 4000 }),
      fc.integer({ min: -1, max: 3001 }),
      (steps, probe) => {
        const set = new OrderedSet<number>((a, b) => a - b);
        const model = new Set<number>();
        for (const [add, value] of steps) {
          if (add) {
            set.add(value);
            model.add(value);
          } else {
            expect(set.delete(value)).toBe(model.delete(value));
          }
        }
        const sorted = [...model].sort((a, b) => a - b);
        expect([...set]).toEqual(sorted);
        expect(set.size).toBe(sorted.length);
        expect(set.first).toBe(sorted[0]);
        expect(set.last).toBe(sorted.at(-1));
        expect(set.after(probe)).toBe(sorted.find((value) => value > probe));
      },
    ),
    { numRuns: 50 },
  );
});

test("splits chunks and still finds everything", () => {
  const set = new OrderedSet<number>((a, b) => a - b);
  for (let i = 0; i < 20_000; i++) set.add((i * 7919) % 20_000);
  expect(set.size).toBe(20_000);
  expect([...set]).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
  for (let i = 0; i < 20_000; i += 2) expect(set.delete(i)).toBe(true);
  expect(set.after(3)).toBe(5);
  expect(set.after(19_999)).toBeUndefined();
});
