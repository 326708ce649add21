import fc from "fast-check";
import { expect, test } from "vitest";
import * as xrpl from "xrpl";
import { encodeChecked } from "./base58.ts";
import { bytesToHex } from "./hex.ts";
import { decodeXAddress, encodeXAddress } from "./xAddress.ts";

test("X-addresses agree with the client library", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.option(fc.nat({ max: 0xffff_ffff }), { nil: undefined }),
      fc.boolean(),
      (bytes, tag, isTest) => {
        const address = { account: bytesToHex(bytes), tag, isTest };
        const text = encodeXAddress(address);
        expect(text).toBe(xrpl.encodeXAddress(bytes, tag ?? false, isTest));
        expect(decodeXAddress(text)).toEqual(address);
      },
    ),
  );
});

test("an X-address of the specification", () => {
  expect(decodeXAddress("XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb")).toEqual({
    account: bytesToHex(xrpl.decodeAccountID("rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf")),
    tag: undefined,
    isTest: false,
  });
});

const payload = (change: (bytes: Uint8Array) => void): Uint8Array => {
  const bytes = new Uint8Array(29);
  change(bytes);
  return bytes;
};
const prefix = [0x05, 0x44];
const bad = {
  "a classic address": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
  empty: "",
  "a tag of 64 bits": encodeChecked(
    prefix,
    payload((bytes) => bytes.set([2], 20)),
  ),
  "a tag where none is announced": encodeChecked(
    prefix,
    payload((bytes) => bytes.set([5], 21)),
  ),
  "a tag above 32 bits": encodeChecked(
    prefix,
    payload((bytes) => bytes.set([1, 0, 0, 0, 0, 1], 20)),
  ),
  "another network": encodeChecked([0x05, 0x45], new Uint8Array(29)),
};
for (const [what, text] of Object.entries(bad)) {
  test(`${what} is none`, () => expect(decodeXAddress(text)).toBeUndefined());
}

for (const tag of [-1, 1.5, 2 ** 32]) {
  test(`a tag of ${tag} is refused`, () => {
    expect(() => encodeXAddress({ account: "0".repeat(40), tag, isTest: false })).toThrow(RangeError);
  });
}
