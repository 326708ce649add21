import type { Random } from "../random.ts";

/** Pieces that mean something to readers of JSON, HTTP or hexadecimal text. */
const pieces = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  ":",
  ",",
  "\\",
  "\\u00",
  "\\ud800",
  "/*",
  "*/",
  "//",
  "null",
  "1e999",
  "-",
  ".",
  "\u0000",
  "\u2028",
  "\ufeff",
  "é",
  "[[[[[[[[[[[[[[[[[[[[[[[[[[[",
  '"a":',
  '"method":"stop",',
  '"__proto__":{"a":1},',
  "%00",
];

/** A text with one to three small wounds: something cut out, put in, said twice, changed, or the rest missing. */
export function breakText(random: Random, text: string): string {
  let broken = text;
  for (let wound = random.between(1, 3); wound > 0; wound--) {
    const at = random.below(broken.length + 1);
    const end = Math.min(broken.length, at + random.pick([1, 1, 2, 5, 30]));
    const [before, struck, after] = [broken.slice(0, at), broken.slice(at, end), broken.slice(end)];
    broken = random.pick([
      () => before + after,
      () => before + struck + struck + after,
      () => before + random.pick(pieces) + struck + after,
      () => before + random.pick(pieces) + after,
      () => before,
      () => before + String.fromCharCode(random.below(256)) + after,
      () => before + [...struck].reverse().join("") + after,
    ])();
  }
  return broken;
}

/** Bytes likewise, in hexadecimal text of any length. */
export function breakHex(random: Random, hex: string): string {
  const at = random.below(hex.length / 2) * 2;
  const byte = () => random.below(256).toString(16).padStart(2, "0");
  return random.pick([
    () => hex.slice(0, at),
    () => hex.slice(0, at) + byte() + hex.slice(at + 2),
    () => hex.slice(0, at) + byte() + hex.slice(at),
    () => hex.slice(0, at) + hex.slice(at + 2),
    () => hex.slice(0, at) + hex,
    () => hex + hex.slice(at),
    () => hex.slice(0, at + 1),
    () => byte().repeat(random.pick([31, 32, 33, 1000, 100_000])),
    () => hex.slice(0, at) + "eaed".repeat(random.pick([5, 10, 11, 1000])) + hex.slice(at),
  ])();
}
