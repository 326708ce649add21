import { expect, test } from "vitest";
import { ErasedKeys } from "./erasedKeys.ts";

const keys = Array.from({ length: 1000 }, (_, i) => String(i).padStart(4, "0"));

function world(erased: Set<string>) {
  const ways = new ErasedKeys();
  let asked = 0;
  const skip = (key: string, before?: string) =>
    ways.skip(
      key,
      (one) => erased.has(one),
      (one) => {
        asked += 1;
        const next = keys[Number(one) + 1];
        return before !== undefined && next !== undefined && next >= before ? undefined : next;
      },
    );
  return { skip, asked: () => asked };
}

test("leads past what is erased, and does not ask for the same way twice", () => {
  const erased = new Set(keys.slice(0, 900));
  const { skip, asked } = world(erased);
  expect(skip("0000")).toBe("0900");
  expect(asked()).toBe(900);
  expect(skip("0000")).toBe("0900");
  expect(skip("0450")).toBe("0900");
  expect(asked()).toBe(900);
  erased.add("0900");
  expect(skip("0010")).toBe("0901");
  expect(asked()).toBe(901);
});

test("a key that is there again is found", () => {
  const erased = new Set(keys.slice(0, 10));
  const { skip } = world(erased);
  expect(skip("0000")).toBe("0010");
  erased.delete("0000");
  expect(skip("0000")).toBe("0000");
});

test("remembers how far it came where the range ends", () => {
  const { skip, asked } = world(new Set(keys));
  expect(skip("0000", "0500")).toBeUndefined();
  const first = asked();
  expect(skip("0000", "0500")).toBeUndefined();
  expect(asked()).toBe(first + 1);
  expect(skip("0000")).toBeUndefined();
});
