import { expect, test } from "vitest";
import { forgotten, LastFew, lastFew } from "./lastFew.ts";

function counted() {
  let computed = 0;
  const ask = lastFew((a, b, c) => {
    computed++;
    return `${a}/${b}/${c}`;
  });
  return { ask, computed: () => computed };
}

test("what was asked for lately is not computed again", () => {
  const { ask, computed } = counted();
  for (let i = 0; i < 3; i++)
    expect([ask("a", "b"), ask("b", "a"), ask("a", "b", "c")]).toEqual(["a/b/", "b/a/", "a/b/c"]);
  expect(computed()).toBe(3);
});

test("an answer to nothing at all is computed as well", () => {
  expect(counted().ask("")).toBe("//");
});

test("what was asked for long ago is forgotten, and right all the same", () => {
  const { ask, computed } = counted();
  for (let i = 0; i < 100; i++) ask(String(i));
  expect(ask("0")).toBe("0//");
  expect(computed()).toBe(101);
});

test("it has what was noted lately, also that there is nothing", () => {
  const last = new LastFew<object | undefined>();
  const a = { a: 1 };
  last.add(a, "A");
  last.add(undefined, "B");
  expect([last.get("A"), last.get("B"), last.get("C")]).toEqual([a, undefined, forgotten]);
});

test("what was noted long ago gives way, and a change forgets everything", () => {
  const last = new LastFew<number>();
  for (let i = 0; i < 10; i++) last.add(i, String(i));
  expect([last.get("0"), last.get("9")]).toEqual([forgotten, 9]);
  last.clear();
  expect(last.get("9")).toBe(forgotten);
});
