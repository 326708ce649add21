import { expect, test } from "vitest";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { bytesToHex, hexToBytes } from "../protocol/hex.ts";
import { transactionHash } from "../protocol/signingData.ts";
import { parseTransaction } from "./signedTransaction.ts";

const tx = {
  TransactionType: "Payment",
  Sequence: 12,
  Amount: 1000n,
  Fee: 10n,
  SigningPubKey: `02${"AB".repeat(32)}`,
  Account: "B5".repeat(20),
  Destination: "C5".repeat(20),
};

test("a canonical blob is kept as it is", () => {
  const blob = encodeObject(tx);
  const parsed = parseTransaction(blob);
  expect(parsed.blob).toBe(blob);
  expect(parsed.hash).toBe(transactionHash(blob));
  expect(parsed.tx).toEqual(tx);
});

test("fields in another order are put right: blob and hash are those of the canonical form", () => {
  const blob = encodeObject(tx);
  const hex = bytesToHex(blob);
  const sequence = "240000000C";
  const shuffled = hexToBytes(hex.replace(sequence, "") + sequence);
  expect(shuffled.length).toBe(blob.length);
  const parsed = parseTransaction(shuffled);
  expect(bytesToHex(parsed.blob)).toBe(hex);
  expect(parsed.hash).toBe(transactionHash(blob));
  expect(parsed.tx).toEqual(tx);
});
