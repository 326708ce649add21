import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToHex } from "./hex.ts";
import { SharedTexts } from "./sharedTexts.ts";

test("whatever was asked for before, the text is that of the bytes", () => {
  // So few places that the values take them from one another all the time.
  for (const byteLength of [4, 20, 33]) {
    const texts = new SharedTexts(byteLength, 4);
    const value = fc.uint8Array({ minLength: byteLength, maxLength: byteLength, max: 2 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        for (const bytes of values) expect(texts.of(bytes, 0)).toBe(bytesToHex(bytes));
      }),
    );
  }
});

test("it reads from where it is told, and no further", () => {
  const bytes = Uint8Array.from({ length: 80 }, (_, i) => i);
  const texts = new SharedTexts(33, 8);
  expect(texts.of(bytes, 7)).toBe(bytesToHex(bytes, 7, 40));
  expect(texts.of(bytes.subarray(7, 40), 0)).toBe(bytesToHex(bytes, 7, 40));
});

test("the words of a value are compared, not their hash alone", () => {
  const texts = new SharedTexts(4, 1);
  const seen = new Set<string>();
  for (let i = 0; i < 100; i++) seen.add(texts.of(new Uint8Array([i, 0, 0, i]), 0));
  expect(seen.size).toBe(100);
});
