import { expect, test } from "vitest";
import { crashTest } from "./crashTest.ts";

test("a server that is killed at any moment keeps what it acknowledged, once", async () => {
  const { acknowledged } = await crashTest(3, 7);
  expect(acknowledged).toBeGreaterThan(0);
}, 120_000);
