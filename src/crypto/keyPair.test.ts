import fc from "fast-check";
import keypairs from "ripple-keypairs";
import { expect, test } from "vitest";
import accounts from "../../test/vectors/crypto/accounts.json" with { type: "json" };
import {
  decodeSeed,
  encodeAddress,
  encodeNodePublicKey,
  encodeSeed,
  type KeyAlgorithm,
} from "../protocol/base58.ts";
import { bytesToHex } from "../protocol/hex.ts";
import {
  accountIDFromPublicKey,
  deriveKeyPair,
  deriveNodeKeyPair,
  eraseKeyPair,
  publicKeyAlgorithm,
} from "./keyPair.ts";
import { seedFromPassphrase } from "./seed.ts";

test("every account of the recordings has the address of its seed", () => {
  for (const { seed, algorithm, address } of accounts) {
    const decoded = decodeSeed(seed)!;
    expect(decoded.algorithm).toBe(algorithm);
    const { publicKey } = deriveKeyPair(decoded.bytes, decoded.algorithm);
    expect(encodeAddress(accountIDFromPublicKey(publicKey))).toBe(address);
  }
  expect(accounts.length).toBeGreaterThan(100);
});

for (const algorithm of ["secp256k1", "ed25519"] as const) {
  test(`${algorithm} keys are those of ripple-keypairs`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (seed) => {
        const expected = keypairs.deriveKeypair(encodeSeed(seed, algorithm as KeyAlgorithm));
        const keyPair = deriveKeyPair(seed, algorithm);
        expect(keyPair.publicKey).toBe(expected.publicKey);
        expect(bytesToHex(keyPair.secretKey)).toBe(expected.privateKey.slice(-64));
        expect(publicKeyAlgorithm(keyPair.publicKey)).toBe(algorithm);
      }),
      { numRuns: 25 },
    );
  });
}

test("a node's key is the family's root key", () => {
  // Source: the validator key of "masterpassphrase" in the reference's own tests.
  const { publicKey } = deriveNodeKeyPair(seedFromPassphrase("masterpassphrase"));
  expect(encodeNodePublicKey(publicKey)).toBe("n94a1u4jAz288pZLtw6yFWVbi89YamiC6JBXPVUj5zmExe5fTVg9");
});

test("an erased key pair holds zeros", () => {
  const keyPair = deriveKeyPair(new Uint8Array(16), "ed25519");
  eraseKeyPair(keyPair);
  expect(keyPair.secretKey).toEqual(new Uint8Array(32));
});

test("a key of another length or first byte has no algorithm", () => {
  for (const key of ["", "02", `04${"00".repeat(32)}`, `02${"00".repeat(31)}`, `ED${"00".repeat(33)}`]) {
    expect(publicKeyAlgorithm(key)).toBeUndefined();
  }
});
