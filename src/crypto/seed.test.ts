import { inspect } from "node:util";
import { expect, test } from "vitest";
import { bytesToHex } from "../protocol/hex.ts";
import { deriveKeyPair } from "./keyPair.ts";
import { parseEd25519Seed, parseFamilySeed, parseGenericSeed, parseHexSeed } from "./seed.ts";

const master = "DEDCE9CE67B451D852FD4E846FCDE31C";

/** What a generic seed may be, in the order in which it is tried. */
const spellings = {
  hexadecimal: master,
  "hexadecimal, lower case": master.toLowerCase(),
  base58: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb",
  "RFC 1751": "I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE",
  "a passphrase": "masterpassphrase",
};
for (const [name, text] of Object.entries(spellings)) {
  test(`${name} spells the master seed`, () => expect(bytesToHex(parseGenericSeed(text)!)).toBe(master));
}

/** Source: Seed_test.cpp and the wallet documentation: pairs of passphrase and seed. */
const passphrases = {
  "Non-Random Passphrase": "snMKnVku798EnBwUfxeSD8953sLYA",
  "cookies excitement hand public": "sspUXGrmjQhq6mgc24jiRuevZiwKT",
};
for (const [passphrase, seed] of Object.entries(passphrases)) {
  test(`"${passphrase}" is ${seed}`, () => {
    expect(parseGenericSeed(passphrase)).toEqual(parseFamilySeed(seed));
  });
}

const notSeeds = {
  nothing: "",
  "an address": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
  "an account public key": "aBQG8RQAzjs1eTKFEAQXr2gS4utcDiEC9wmi7pfUPTi27VCahwgw",
  "a node public key": "n9MXXueo837zYH36DvMc13BwHcqtfAWNJY5czWVbp7uYTj7x17TH",
};
for (const [name, text] of Object.entries(notSeeds)) {
  test(`${name} is not taken for a passphrase`, () => expect(parseGenericSeed(text)).toBeUndefined());
}

test("a lone zero is the zero seed, as the reference reads every hash", () => {
  expect(parseGenericSeed("0")).toEqual(new Uint8Array(16));
});

test("a spoilt checksum is no base58 seed", () => {
  expect(parseFamilySeed("snoPBrXtMeMyMHUVTgbuqAfg1SUTc")).toBeUndefined();
  expect(parseEd25519Seed("sEdSP5YDFqv3QbLrhSmZLZweKWTuTvL")).toBeUndefined();
});

test("the two base58 forms are not taken for one another", () => {
  expect(parseFamilySeed("sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK")).toBeUndefined();
  expect(parseEd25519Seed("snoPBrXtMeMyMHUVTgbuqAfg1SUTb")).toBeUndefined();
});

test("a hexadecimal seed owns its bytes, so that erasing it erases nothing else", () => {
  expect(parseHexSeed(master)!.buffer.byteLength).toBe(16);
});

test("printing or serializing a key pair does not show its secret", () => {
  const keyPair = deriveKeyPair(parseHexSeed(master)!, "secp256k1");
  expect(keyPair.secretKey.length).toBe(32);
  expect(Object.keys({ ...keyPair })).toEqual(["algorithm", "publicKey"]);
  expect(JSON.stringify(keyPair)).not.toContain("secretKey");
  expect(inspect(keyPair)).not.toContain("secretKey");
});
