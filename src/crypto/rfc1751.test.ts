import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../protocol/hex.ts";
import { seedFromWords, seedToWords } from "./rfc1751.ts";

/** The 128-bit examples of the RFC, and the protocol's best known seed. Keys are written last byte first. */
const vectors = [
  ["CCAC2AED591056BE4F90FD441C534766", "RASH BUSH MILK LOOK BAD BRIM AVID GAFF BAIT ROT POD LOVE"],
  ["EFF81F9BFBC65350920CDD7416DE8009", "TROD MUTE TAIL WARM CHAR KONG HAAG CITY BORE O TEAL AWL"],
  ["1CE3CD6F844EFD52D851B467CEE9DCDE", "I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE"],
] as const;

for (const [key, words] of vectors) {
  const seed = hexToBytes(key).slice().reverse();
  test(`${words} is ${key}`, () => {
    expect(seedToWords(seed)).toBe(words);
    expect(bytesToHex(seedFromWords(words)!)).toBe(bytesToHex(seed));
  });
}

test("case, white space and look-alike digits do not matter", () => {
  const seed = seedFromWords(vectors[1][1])!;
  expect(seedFromWords("\ttrod mute  tail WARM char\nkong haag city b0re 0 tea1 aw1 ")).toEqual(seed);
});

const bad = {
  "eleven words": "RASH BUSH MILK LOOK BAD BRIM AVID GAFF BAIT ROT POD",
  "a word that is not in the dictionary": "RASH BUSH MILK LOOK BAD BRIM AVID GAFF BAIT ROT POD LEDGER",
  "wrong parity": "RASH BUSH MILK LOOK BAD BRIM AVID GAFF BAIT ROT POD LOVE".replace("BRIM", "BRED"),
  nothing: "",
};
for (const [what, words] of Object.entries(bad)) {
  test(`${what} is no seed`, () => expect(seedFromWords(words)).toBeUndefined());
}

test("any seed comes back from its words", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (seed) => {
      expect(bytesToHex(seedFromWords(seedToWords(seed))!)).toBe(bytesToHex(seed));
    }),
  );
});
