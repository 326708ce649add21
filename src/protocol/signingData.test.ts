import { expect, test } from "vitest";
import type { Payment } from "xrpl";
import { encode, encodeForMultiSigning, encodeForSigning, hashes } from "xrpl";
import { decodeAddress } from "./base58.ts";
import { encodeObject } from "./codec/encodeObject.ts";
import { objectFromJson } from "./codec/json.ts";
import { bytesToHex } from "./hex.ts";
import { multiSigningData, signingData, transactionHash } from "./signingData.ts";

const signer = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const json: Payment = {
  TransactionType: "Payment",
  Account: signer,
  Destination: "rsA2LpzuawewSBQXkiju3YQTMzW13pAAdW",
  Amount: { value: "1.5", currency: "USD", issuer: signer },
  Fee: "10",
  Sequence: 1,
  SigningPubKey: "0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020",
  TxnSignature: "ABCD",
  Memos: [{ Memo: { MemoData: "AB" } }],
};
const tx = objectFromJson({ ...json } as never, { native: "XRP" });

test("what one signer signs", () => expect(bytesToHex(signingData(tx))).toBe(encodeForSigning(json)));

test("what several signers sign", () => {
  const open = { ...tx, SigningPubKey: "" };
  const theirs = encodeForMultiSigning({ ...json, SigningPubKey: "" }, signer);
  expect(bytesToHex(multiSigningData(open, decodeAddress(signer)!))).toBe(theirs);
  for (const bad of ["", "AB", "0".repeat(42), "X".repeat(40)]) {
    expect(() => multiSigningData(open, bad)).toThrow(RangeError);
  }
});

test("a transaction's hash", () => {
  const blob = encodeObject(tx);
  expect(bytesToHex(blob)).toBe(encode(json));
  expect(transactionHash(blob)).toBe(hashes.hashSignedTx(encode(json)));
});
