import { expect, test } from "vitest";
import { signedTransaction } from "../engine/signedTransaction.ts";
import type { Transaction } from "../engine/transaction.ts";
import { failedLocalCheck } from "./localChecks.ts";

const check = (fields: Record<string, unknown>) =>
  failedLocalCheck(
    signedTransaction(
      { TransactionType: "AccountSet", Account: "AA".repeat(20), ...fields } as unknown as Transaction,
      new Uint8Array(1),
    ),
  );
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex").toUpperCase();
const memo = (fields: Record<string, string>) => ({ Memos: [{ Memo: fields }] });

test("accepts what a client would send", () => {
  expect(check({})).toBeUndefined();
  expect(check(memo({ MemoType: hex("text/plain; a=~b_c"), MemoData: hex("\0\x01\xff") }))).toBe(
    "The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.",
  );
  const symbols = "0123456789-._~:/?#[]@!$&'()*+,;=%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  expect(check(memo({ MemoType: hex(symbols), MemoData: hex("\0\x01\xff") }))).toBeUndefined();
});

test("the allowed bytes are exactly those of the reference", () => {
  const symbols = "0123456789-._~:/?#[]@!$&'()*+,;=%ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (let byte = 0; byte < 256; byte++) {
    const character = String.fromCharCode(byte);
    const result = check(memo({ MemoFormat: hex(character) }));
    expect(result === undefined, character).toBe(symbols.includes(character));
  }
});

test("memos may take 1024 bytes, their own framing included", () => {
  // Memo object: a byte to begin and one to end it; the field: a byte of name, two of length.
  const framing = 2 + 3;
  expect(check(memo({ MemoData: "00".repeat(1024 - framing) }))).toBeUndefined();
  expect(check(memo({ MemoData: "00".repeat(1025 - framing) }))).toBe(
    "The memo exceeds the maximum allowed size.",
  );
});

test("refuses what only ledgers make, and accounts without an id", () => {
  expect(check({ TransactionType: "SetFee" })).toBe("Cannot submit pseudo transactions.");
  expect(check({ RegularKey: "" })).toBe("An account field is invalid.");
});
