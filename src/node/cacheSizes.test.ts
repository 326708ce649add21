import { expect, test } from "vitest";
import { cacheSizes } from "./cacheSizes.ts";

test("what is kept, at most, takes the memory that it may", () => {
  for (const megabytes of [16, 192, 4096]) {
    const bytes = megabytes * 2 ** 20;
    const { entries, treeBytes } = cacheSizes(bytes);
    expect(2 * entries * 600 + treeBytes).toBeLessThanOrEqual(bytes);
    expect(2 * entries * 600 + treeBytes).toBeGreaterThan(bytes * 0.99);
  }
});
