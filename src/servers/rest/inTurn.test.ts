import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createInTurn } from "./inTurn.ts";

test("work of one account is done one after the other, also after a failure; others do not wait", async () => {
  const inTurn = createInTurn();
  const done: string[] = [];
  const work =
    (name: string, milliseconds: number, fails = false) =>
    async () => {
      await wait(milliseconds);
      done.push(name);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    inTurn("A", work("a1", 20, true)),
    inTurn("A", work("a2", 1)),
    inTurn("B", work("b1", 5)),
  ]);
  expect(done).toEqual(["b1", "a1", "a2"]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(await inTurn("A", work("a3", 1))).toBe("a3");
});
