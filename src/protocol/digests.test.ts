import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { prefixedSha512Half, ripemd160OfSha256, sha256, sha512Half, sha512HalfInto } from "./digests.ts";
import { hashPrefix } from "./hashPrefix.ts";
import { bytesToHex, hexToBytes } from "./hex.ts";

const half = (bytes: Uint8Array) =>
  createHash("sha512").update(bytes).digest("hex").slice(0, 64).toUpperCase();

test("SHA-512Half is the first half of the SHA-512", () => {
  const bytes = Buffer.from("MultiSign");
  expect(sha512Half(bytes)).toBe(half(bytes));
  const target = new Uint8Array(40);
  sha512HalfInto(bytes, target, 8);
  expect(bytesToHex(target, 8)).toBe(half(bytes));
});

test("a prefix goes before the bytes, the tail after them, of any length", () => {
  for (const length of [0, 1, 5000, 200_000]) {
    const bytes = Buffer.alloc(length, 7);
    const tail = Buffer.from("tail");
    const prefix = Buffer.from("TXN\0", "latin1");
    expect(prefixedSha512Half(hashPrefix.transactionID, bytes)).toBe(half(Buffer.concat([prefix, bytes])));
    expect(prefixedSha512Half(hashPrefix.transactionID, bytes, tail)).toBe(
      half(Buffer.concat([prefix, bytes, tail])),
    );
  }
});

test("the genesis account's public key makes its account id", () => {
  const key = hexToBytes("0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020");
  expect(ripemd160OfSha256(key)).toBe("B5F762798A53D543A014CAF8B297CFF8F2F937E8");
});

test("SHA-256 of nothing", () => {
  expect(bytesToHex(sha256(new Uint8Array()))).toBe(
    "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
  );
});
