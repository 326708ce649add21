import { describe, expect, test } from "vitest";
import accounts from "../../test/vectors/crypto/accounts.json" with { type: "json" };
import channelClaims from "../../test/vectors/crypto/channelClaims.json" with { type: "json" };
import recorded from "../../test/vectors/crypto/signedTransactions.json" with { type: "json" };
import { decodeSeed, encodeAddress } from "../protocol/base58.ts";
import { decodeObject } from "../protocol/codec/decodeObject.ts";
import { bytesToHex, hexToBytes } from "../protocol/hex.ts";
import { transactionHash } from "../protocol/signingData.ts";
import { signChannelClaim, verifyChannelClaim } from "./channelClaim.ts";
import { checkTransactionSignatures, type SignatureFields } from "./checkSignatures.ts";
import { accountIDFromPublicKey, deriveKeyPair, type KeyPair } from "./keyPair.ts";
import { keyPairFromRequest } from "./requestSecrets.ts";
import { multiSign, signTransaction } from "./signTransaction.ts";
import { verifyBlob } from "./verifyBlob.ts";

const keyPairs = new Map<string, KeyPair>();
for (const { seed } of accounts) {
  const { bytes, algorithm } = decodeSeed(seed)!;
  const keyPair = deriveKeyPair(bytes, algorithm);
  keyPairs.set(keyPair.publicKey, keyPair);
}

test("every recorded transaction is judged as it was recorded", () => {
  for (const { blob, reason } of recorded) expect(verifyBlob(hexToBytes(blob))).toBe(reason);
});

test("signing again gives the recorded bytes, for one signature and for several", () => {
  let single = 0;
  let multiple = 0;
  for (const { blob, reason } of recorded) {
    if (reason !== undefined) continue;
    const tx = decodeObject<SignatureFields & object>(hexToBytes(blob));
    if (tx.Signers !== undefined) {
      for (const { Signer: signer } of tx.Signers) {
        const keyPair = keyPairs.get(signer.SigningPubKey);
        if (keyPair === undefined) continue;
        expect(multiSign(tx, signer.Account, keyPair)).toEqual(signer);
        multiple++;
      }
      continue;
    }
    const keyPair = keyPairs.get(tx.SigningPubKey!);
    if (keyPair === undefined) continue;
    const signed = signTransaction({ ...tx, TxnSignature: "00" }, keyPair);
    expect(bytesToHex(signed.blob)).toBe(blob);
    expect(signed.hash).toBe(transactionHash(hexToBytes(blob)));
    expect(signed.tx.TxnSignature).toBe(tx.TxnSignature);
    single++;
  }
  expect(single).toBeGreaterThan(90);
  expect(multiple).toBeGreaterThan(30);
});

describe("who may not have signed", () => {
  const payer = deriveKeyPair(new Uint8Array(16).fill(1), "ed25519");
  const account = accountIDFromPublicKey(payer.publicKey);
  const signers = [2, 3, 4, 5, 6, 7, 8, 9, 10]
    .map((fill) => deriveKeyPair(new Uint8Array(16).fill(fill), fill % 2 === 0 ? "ed25519" : "secp256k1"))
    .map((keyPair) => ({ keyPair, account: accountIDFromPublicKey(keyPair.publicKey) }))
    .sort((a, b) => (a.account < b.account ? -1 : 1));
  const payment = {
    TransactionType: "Payment",
    Account: account,
    Destination: signers[0]!.account,
    Amount: 1_000_000n,
    Fee: 10n,
    Sequence: 1,
    SigningPubKey: "",
  };
  const signedBy = (...places: number[]) =>
    places.map((place) => ({ Signer: multiSign(payment, signers[place]!.account, signers[place]!.keyPair) }));
  const address = (place: number) => encodeAddress(signers[place]!.account);
  const own = { Signer: multiSign(payment, account, payer) };
  const zero = { Signer: multiSign(payment, "0".repeat(40), payer) };
  const single = signTransaction(payment, payer).tx;

  const cases: [string, SignatureFields, string | undefined][] = [
    ["one signature", single, undefined],
    [
      "one signature, changed amount",
      { ...single, Amount: 2_000_000n } as SignatureFields,
      "Invalid signature.",
    ],
    ["one signature, none there", { ...single, TxnSignature: undefined }, "Invalid signature."],
    ["a key of no known kind", { ...single, SigningPubKey: `05${"00".repeat(32)}` }, "Invalid signature."],
    ["a signature and Signers", { ...single, Signers: signedBy(0) }, "Cannot both single- and multi-sign."],
    ["no key and no Signers", payment, "Empty SigningPubKey."],
    [
      "Signers and a signature without key",
      { ...payment, TxnSignature: single.TxnSignature, Signers: signedBy(0) },
      "Cannot both single- and multi-sign.",
    ],
    ["no one in Signers", { ...payment, Signers: [] }, "Invalid Signers array size."],
    ["one of several", { ...payment, Signers: signedBy(3) }, undefined],
    ["eight", { ...payment, Signers: signedBy(0, 1, 2, 3, 4, 5, 6, 7) }, undefined],
    ["nine", { ...payment, Signers: signedBy(0, 1, 2, 3, 4, 5, 6, 7, 8) }, "Invalid Signers array size."],
    ["the sender itself", { ...payment, Signers: [own] }, "Invalid multisigner."],
    ["one twice", { ...payment, Signers: signedBy(0, 1, 1) }, "Duplicate Signers not allowed."],
    ["account zero", { ...payment, Signers: [zero] }, "Duplicate Signers not allowed."],
    ["unsorted", { ...payment, Signers: signedBy(1, 0) }, "Unsorted Signers array."],
    [
      "another's signature",
      { ...payment, Signers: [{ Signer: { ...signedBy(0)[0]!.Signer, Account: signers[1]!.account } }] },
      `Invalid signature on account ${address(1)}.`,
    ],
    [
      "a signer without a key",
      { ...payment, Signers: [...signedBy(0), { Signer: { ...signedBy(1)[0]!.Signer, SigningPubKey: "" } }] },
      `Invalid signature on account ${address(1)}.`,
    ],
  ];
  for (const [what, tx, reason] of cases) {
    test(`${what}: ${reason ?? "well signed"}`, () => expect(checkTransactionSignatures(tx)).toBe(reason));
  }
});

test("bytes that are no transaction are not signed", () => {
  for (const bytes of [new Uint8Array(), Uint8Array.of(0x12), new Uint8Array(100).fill(0xff)]) {
    expect(verifyBlob(bytes)).toBeTypeOf("string");
  }
});

test("channel claims are signed and checked as recorded", () => {
  for (const { request, reply } of channelClaims) {
    const amount = BigInt(request.amount);
    if (reply.signature !== undefined) {
      expect(signChannelClaim(request.channel_id, amount, keyPairFromRequest(request))).toBe(reply.signature);
    } else {
      const { signature, public_key } = request;
      expect(verifyChannelClaim(request.channel_id, amount, signature!, public_key!)).toBe(
        reply.signature_verified,
      );
    }
  }
  expect(channelClaims.length).toBeGreaterThan(5);
});
