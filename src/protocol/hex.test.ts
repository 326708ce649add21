import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToHex, hexToBytes, isHex, writeHex } from "./hex.ts";

test("bytes and hex agree with the runtime's own conversion", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const hex = bytesToHex(bytes);
      expect(hex).toBe(Buffer.from(bytes).toString("hex").toUpperCase());
      expect([...hexToBytes(hex)]).toEqual([...bytes]);
      expect([...hexToBytes(hex.toLowerCase())]).toEqual([...bytes]);
    }),
  );
});

test("long byte strings and parts of them", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i * 7);
  const hex = Buffer.from(bytes).toString("hex").toUpperCase();
  expect(bytesToHex(bytes)).toBe(hex);
  expect(bytesToHex(bytes, 3, 9)).toBe(hex.slice(6, 18));
  expect(bytesToHex(bytes, 3)).toBe(hex.slice(6));
  expect(hexToBytes(hex)).toEqual(Buffer.from(bytes));
});

for (const bad of [
  "0",
  "0G",
  "G0",
  " 0",
  "0x",
  "é0",
  "0Ā",
  "ＡＡ",
  `${"00".repeat(40)}0`,
  `${"00".repeat(40)}zz`,
]) {
  test(`${JSON.stringify(bad)} is not hex`, () => {
    expect(() => hexToBytes(bad)).toThrow(RangeError);
    expect(writeHex(bad, Buffer.alloc(64), 0)).toBe(-1);
    expect(isHex(bad)).toBe(false);
  });
}

test("isHex checks the length where one is given", () => {
  expect(isHex("00ff", 2)).toBe(true);
  expect(isHex("00ff", 3)).toBe(false);
  expect(isHex("")).toBe(true);
});
