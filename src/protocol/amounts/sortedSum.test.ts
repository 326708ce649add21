import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addAmounts, compareAmounts } from "./arithmetic.ts";
import { AmountOverflow, issuedAmount } from "./canonicalAmount.ts";
import { noIssue, zeroOf } from "./issue.ts";
import type { IssuedAmount } from "./issuedAmount.ts";
import { SortedSum } from "./sortedSum.ts";

const zero = zeroOf(noIssue) as IssuedAmount;
const amounts = fc
  .tuple(fc.bigInt(1n, 10n ** 16n - 1n), fc.integer({ min: -30, max: 10 }))
  .map(([mantissa, exponent]) => issuedAmount(mantissa, exponent, noIssue));

/** The plain way: sort, then add. */
function plainSum(of: readonly IssuedAmount[]): IssuedAmount {
  return [...of].sort(compareAmounts).reduce((sum, amount) => addAmounts(sum, amount), zero);
}

describe("SortedSum", () => {
  test("adds in order of size, whatever order the amounts come in", () => {
    fc.assert(
      fc.property(
        fc.array(amounts, { maxLength: 40 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        (given, removals) => {
          const sum = new SortedSum(zero);
          const left: IssuedAmount[] = [];
          for (const amount of given) {
            sum.add(amount);
            left.push(amount);
            expect(sum.total).toEqual(plainSum(left));
          }
          for (const removal of removals) {
            if (left.length === 0) break;
            const [gone] = left.splice(removal % left.length, 1);
            sum.remove(gone!);
            expect(sum.total).toEqual(plainSum(left));
          }
        },
      ),
    );
  });

  test("adds drops exactly", () => {
    const sum = new SortedSum(0n);
    for (const drops of [5n, 10n ** 17n, 1n]) sum.add(drops);
    sum.remove(5n);
    expect(sum.total).toBe(10n ** 17n + 1n);
    expect(sum.restOf(10n ** 18n)).toBe(9n * 10n ** 17n - 1n);
  });

  test("refuses to overflow, however many huge amounts are added", () => {
    const sum = new SortedSum(zero);
    for (let i = 0; i < 20; i++) sum.add(issuedAmount(10n ** 16n - 1n, 80, noIssue));
    expect(() => sum.total).toThrow(AmountOverflow);
  });

  test("takes out only what was put in", () => {
    const sum = new SortedSum(zero);
    sum.add(issuedAmount(5n, 0, noIssue));
    expect(() => sum.remove(issuedAmount(6n, 0, noIssue))).toThrow("never added");
  });
});
