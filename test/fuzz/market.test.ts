import { describe, expect, test } from "vitest";
import { Random } from "./random.ts";
import { runMarket } from "./runMarket.ts";

describe("random markets keep every rule", () => {
  test.each([1, 2, 3, 4])("seed %i", async (seed) => {
    const size = { accounts: 10 + 10 * seed, currencies: 1 + seed, offers: 100 * seed };
    const { problems, results, transactions } = await runMarket({ seed, transactions: 1500, size });
    expect(problems).toEqual([]);
    expect(transactions).toBeGreaterThan(1500);
    // A market in which nothing happens would not show anything.
    expect(results.get("tesSUCCESS")).toBeGreaterThan(transactions / 3);
  });

  test("and come out the same each time", async () => {
    const run = () =>
      runMarket({ seed: 5, transactions: 300, size: { accounts: 12, currencies: 2, offers: 50 } });
    expect(await run()).toEqual(await run());
  });
});

test("a seed repeats its choices", () => {
  const choices = (seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: 20 }, () => random.below(1000));
  };
  expect(choices(7)).toEqual(choices(7));
  expect(choices(7)).not.toEqual(choices(8));
  expect(Math.max(...choices(9))).toBeLessThan(1000);
});
