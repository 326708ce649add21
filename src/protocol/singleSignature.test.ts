import { expect, test } from "vitest";
import { issuedAmount } from "./amounts/canonicalAmount.ts";
import { decodeObject } from "./codec/decodeObject.ts";
import { encodeObject } from "./codec/encodeObject.ts";
import { bytesToHex } from "./hex.ts";
import { signingData } from "./signingData.ts";
import { readSingleSignature } from "./singleSignature.ts";

const account = "B5F762798A53D543A014CAF8B297CFF8F2F937E8";
const other = "AE123A8556F3CF91154711376AFB0F894F832B3D";
const usd = "0000000000000000000000005553440000000000";
const key = `03${"AB".repeat(32)}`;
const signature = `30${"44".repeat(70)}`;

const common = { Account: account, Sequence: 7, Fee: 10n, SigningPubKey: key, TxnSignature: signature };
const payment = { ...common, TransactionType: "Payment", Destination: other, Amount: 1000n };

const single: Record<string, object> = {
  drops: payment,
  "issued money": { ...payment, Amount: issuedAmount(5n, 0, { currency: usd, issuer: other }) },
  "every field of fixed length": {
    ...payment,
    DestinationTag: 1,
    AccountTxnID: "0A".repeat(32),
    InvoiceID: "0B".repeat(32),
    EmailHash: "0C".repeat(16),
    TickSize: 5,
  },
  "long blobs": { ...payment, Domain: "61".repeat(192), Condition: "62".repeat(193), URI: "63".repeat(5000) },
  "a list of hashes": { ...common, TransactionType: "NFTokenCancelOffer", NFTokenOffers: ["0D".repeat(32)] },
};

for (const [what, tx] of Object.entries(single)) {
  test(`${what}: what is cut out is what is signed`, () => {
    const blob = encodeObject(tx);
    const found = readSingleSignature(blob)!;
    expect(bytesToHex(found.message)).toBe(bytesToHex(signingData(decodeObject(blob))));
    expect([bytesToHex(found.signature), bytesToHex(found.publicKey)]).toEqual([signature, key]);
  });
}

const undecided: Record<string, object> = {
  "no signature": { ...payment, TxnSignature: undefined },
  "no key": { ...payment, SigningPubKey: undefined },
  "an empty key, as several signers have it": { ...payment, SigningPubKey: "" },
  "several signers": {
    ...payment,
    Signers: [{ Signer: { Account: other, SigningPubKey: key, TxnSignature: signature } }],
  },
  paths: { ...payment, Paths: [[{ account: other }]] },
  "a memo": { ...payment, Memos: [{ Memo: { MemoData: "00" } }] },
};

for (const [what, tx] of Object.entries(undecided)) {
  test(`${what}: left to a decoder`, () => expect(readSingleSignature(encodeObject(tx))).toBeUndefined());
}

test("bytes that end early, or come twice, or mean nothing are left to a decoder", () => {
  const blob = encodeObject(payment);
  const starts = Array.from(blob, (_, length) => blob.subarray(0, length));
  // Up to the last field, the signature is there and its field whole: what comes then may end anywhere.
  const whole = starts.filter((start) => readSingleSignature(start) !== undefined);
  for (const start of whole) expect(() => decodeObject(start)).not.toThrow();
  expect(readSingleSignature(Buffer.concat([blob, blob]))).toBeUndefined();
  expect(readSingleSignature(Buffer.from("FFFF", "hex"))).toBeUndefined();
  expect(readSingleSignature(new Uint8Array())).toBeUndefined();
});
