import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 as nobleSecp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import keypairs from "ripple-keypairs";
import { expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../protocol/hex.ts";
import { parseDerSignature } from "./derSignature.ts";
import { deriveKeyPair } from "./keyPair.ts";
import { messageDigest } from "./messageDigest.ts";
import { sign } from "./sign.ts";
import { verify } from "./verify.ts";

const message = Buffer.from("an example message");
const secp = deriveKeyPair(new Uint8Array(16).fill(7), "secp256k1");
const edwards = deriveKeyPair(new Uint8Array(16).fill(7), "ed25519");
const order = nobleSecp256k1.Point.CURVE().n;
const edwardsOrder = ed25519.Point.CURVE().n;

for (const keyPair of [secp, edwards]) {
  test(`${keyPair.algorithm} signatures are those of ripple-keypairs`, () => {
    const secret = keyPair.algorithm === "ed25519" ? "ED" : "00";
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const signature = sign(bytes, keyPair);
        expect(signature).toBe(keypairs.sign(bytesToHex(bytes), secret + bytesToHex(keyPair.secretKey)));
        expect(verify(bytes, signature, keyPair.publicKey, true)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test(`${keyPair.algorithm}: another message, another key or a changed byte does not verify`, () => {
    const signature = sign(message, keyPair);
    const other = deriveKeyPair(new Uint8Array(16).fill(8), keyPair.algorithm);
    expect(verify(Buffer.from("another"), signature, keyPair.publicKey, true)).toBe(false);
    expect(verify(message, signature, other.publicKey, true)).toBe(false);
    for (let place = 0; place < signature.length; place += 2) {
      const changed = hexToBytes(signature).slice();
      changed[place / 2]! ^= 1;
      expect(verify(message, bytesToHex(changed), keyPair.publicKey, false)).toBe(false);
    }
  });
}

test("a signature of high S verifies only where canonical form is not required", () => {
  const { compact } = parseDerSignature(hexToBytes(sign(message, secp)))!;
  const r = compact.slice(0, 32);
  const s = order - BigInt(`0x${bytesToHex(compact, 32)}`);
  const high = der(r, hexToBytes(s.toString(16).padStart(64, "0")));
  expect(verify(message, high, secp.publicKey, false)).toBe(true);
  expect(verify(message, high, secp.publicKey, true)).toBe(false);
});

test("an Ed25519 signature whose S is not below the order does not verify", () => {
  const bytes = hexToBytes(sign(message, edwards)).slice();
  const s = BigInt(`0x${bytesToHex(bytes.slice(32).reverse())}`) + edwardsOrder;
  bytes.set(hexToBytes(s.toString(16).padStart(64, "0")).slice().reverse(), 32);
  expect(verify(message, bytesToHex(bytes), edwards.publicKey, true)).toBe(false);
});

test("a key that is no point of the curve verifies nothing", () => {
  expect(verify(message, sign(message, secp), `02${"FF".repeat(32)}`, true)).toBe(false);
  expect(verify(message, sign(message, edwards), `ED${"FF".repeat(32)}`, true)).toBe(false);
  expect(verify(message, sign(message, secp), "", true)).toBe(false);
});

test("the digest that is signed is noble's SHA-512Half of the message", () => {
  const { compact } = parseDerSignature(hexToBytes(sign(message, secp)))!;
  const publicKey = hexToBytes(secp.publicKey);
  expect(nobleSecp256k1.verify(compact, messageDigest(message), publicKey, { prehash: false })).toBe(true);
});

/** R and S as short DER: what the parser must refuse is built by hand below. */
const one = "020101";
const good = `3006${one}${one}`;
const badDer = {
  empty: "",
  "shorter than eight bytes": "30050201010201",
  "longer than it says": `${good}00`,
  "shorter than it says": "3007020101020101",
  "not a sequence": good.replace("30", "31"),
  "R not an integer": good.replace("0201", "0301"),
  "R negative": "3006020181020101",
  "R zero": "3006020100020101",
  "R padded": "300702020001020101",
  "S negative": "3006020101020181",
  "S zero": "3006020101020100",
  "S missing": "3008020601010101010101",
  "S longer than what is left": "3006020101020201",
  "R of 34 bytes": `3027${"02 22 00"}${"81".repeat(33)}${one}`.replaceAll(" ", ""),
  "R the order": `3026022100${order.toString(16).toUpperCase()}${one}`,
  "S the order": `3026${one}022100${order.toString(16).toUpperCase()}`,
};
for (const [what, signature] of Object.entries(badDer)) {
  test(`DER ${what} is refused`, () => expect(parseDerSignature(hexToBytes(signature))).toBeUndefined());
}

test("DER as short as it can be is read, and half the order is still canonical", () => {
  expect(bytesToHex(parseDerSignature(hexToBytes(good))!.compact)).toBe(
    `${"1".padStart(64, "0")}${"1".padStart(64, "0")}`,
  );
  const half = (order - 1n) / 2n;
  const withS = (s: bigint) => der(Uint8Array.of(1), hexToBytes(s.toString(16).padStart(64, "0")));
  expect(parseDerSignature(hexToBytes(withS(half)))!.isFullyCanonical).toBe(true);
  expect(parseDerSignature(hexToBytes(withS(half + 1n)))!.isFullyCanonical).toBe(false);
  expect(parseDerSignature(hexToBytes(withS(order - 1n)))!.isFullyCanonical).toBe(false);
});

function der(r: Uint8Array, s: Uint8Array): string {
  const integer = (bytes: Uint8Array) => {
    const padded = bytes[0]! >= 0x80 ? [0, ...bytes] : [...bytes];
    return Uint8Array.of(2, padded.length, ...padded);
  };
  const body = [...integer(r), ...integer(s)];
  return bytesToHex(Uint8Array.of(0x30, body.length, ...body));
}
