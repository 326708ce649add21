import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as xrpl from "xrpl";
import {
  decodeAccountPublicKey,
  decodeAddress,
  decodeBase58,
  decodeNodePublicKey,
  decodeSeed,
  encodeAccountPublicKey,
  encodeAddress,
  encodeBase58,
  encodeNodePublicKey,
  encodeNodeSecretKey,
  encodeSeed,
} from "./base58.ts";
import { bytesToHex } from "./hex.ts";

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("addresses", () => {
  const known = [
    ["0000000000000000000000000000000000000000", "rrrrrrrrrrrrrrrrrrrrrhoLvTp"],
    ["0000000000000000000000000000000000000001", "rrrrrrrrrrrrrrrrrrrrBZbvji"],
    ["B5F762798A53D543A014CAF8B297CFF8F2F937E8", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
  ] as const;
  for (const [account, address] of known) {
    test(address, () => {
      expect(encodeAddress(account)).toBe(address);
      expect(decodeAddress(address)).toBe(account);
      expect(decodeAddress(address), "from memory").toBe(account);
    });
  }

  test("agree with the client library", () => {
    fc.assert(
      fc.property(bytesOf(20), (bytes) => {
        const address = encodeAddress(bytesToHex(bytes));
        expect(address).toBe(xrpl.encodeAccountID(bytes));
        expect(decodeAddress(address)).toBe(bytesToHex(bytes));
      }),
    );
  });

  const bad = {
    empty: "",
    "another alphabet": "1HWEdrAvjgKYDMRbnEXGgmZ6FiRPUjJ8uc",
    "a letter changed": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi",
    "a letter left out": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyT",
    "zero, which the alphabet lacks": "rHb9CJAWyB4rj91VRWn96DkukG4bwdty0h",
    "space before": " rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    "not Latin": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTé",
    hex: "B5F762798A53D543A014CAF8B297CFF8F2F937E8",
    "a seed": "snoPBrXtMeMyMHUVTgbuqAfg1SUTb",
    "very long": "r".repeat(100_000),
  };
  for (const [what, text] of Object.entries(bad)) {
    test(`${what} is none`, () => expect(decodeAddress(text)).toBeUndefined());
  }
});

describe("seeds", () => {
  test("masterpassphrase", () => {
    const seed = decodeSeed("snoPBrXtMeMyMHUVTgbuqAfg1SUTb");
    expect(seed && bytesToHex(seed.bytes)).toBe("DEDCE9CE67B451D852FD4E846FCDE31C");
    expect(seed?.algorithm).toBe("secp256k1");
  });
  test("agree with the client library, both forms", () => {
    fc.assert(
      fc.property(bytesOf(16), fc.constantFrom("secp256k1", "ed25519"), (bytes, algorithm) => {
        const text = encodeSeed(bytes, algorithm);
        expect(text).toBe(xrpl.encodeSeed(bytes, algorithm));
        expect(decodeSeed(text)).toEqual({ bytes, algorithm });
      }),
    );
  });
  for (const bad of ["", "s", "sn259rEFXrQrWyx3Q7XneWcwV6dfM", "sEd", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"]) {
    test(`${JSON.stringify(bad)} is none`, () => expect(decodeSeed(bad)).toBeUndefined());
  }
  test("no other length is encoded", () => expect(() => encodeSeed(new Uint8Array(15))).toThrow(RangeError));
});

test("public keys agree with the client library", () => {
  fc.assert(
    fc.property(bytesOf(33), (bytes) => {
      const hex = bytesToHex(bytes);
      expect(encodeAccountPublicKey(hex)).toBe(xrpl.encodeAccountPublic(bytes));
      expect(decodeAccountPublicKey(encodeAccountPublicKey(hex))).toBe(hex);
      expect(encodeNodePublicKey(hex)).toBe(xrpl.encodeNodePublic(bytes));
      expect(decodeNodePublicKey(encodeNodePublicKey(hex))).toBe(hex);
      expect(decodeNodePublicKey(encodeAccountPublicKey(hex))).toBeUndefined();
    }),
  );
});

test("a node's secret key begins with p", () =>
  expect(encodeNodeSecretKey(new Uint8Array(32))).toMatch(/^p/));

test("plain base58 keeps leading zeros and stops at long text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
    }),
  );
  expect(decodeBase58("p".repeat(1_000_000))).toBeUndefined();
});
