import { describe, expect, test } from "vitest";
import proposals from "../../test/vectors/crypto/walletProposals.json" with { type: "json" };
import { encodeAccountPublicKey, encodeAddress, encodeSeed } from "../protocol/base58.ts";
import { bytesToHex } from "../protocol/hex.ts";
import { accountIDFromPublicKey } from "./keyPair.ts";
import { keyPairFromRequest, type RequestSecrets, SecretError } from "./requestSecrets.ts";
import { seedToWords } from "./rfc1751.ts";
import { proposeWallet } from "./walletProposal.ts";

const masterSeed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const masterAddress = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const edSeed = "sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK";

const addressOf = (request: RequestSecrets) =>
  encodeAddress(accountIDFromPublicKey(keyPairFromRequest(request).publicKey));

describe("a signing request names a key", () => {
  const good: [RequestSecrets, string][] = [
    [{ secret: masterSeed }, masterAddress],
    [{ secret: "masterpassphrase" }, masterAddress],
    [{ key_type: "secp256k1", seed: masterSeed }, masterAddress],
    [{ key_type: "secp256k1", seed_hex: "DEDCE9CE67B451D852FD4E846FCDE31C" }, masterAddress],
    [{ key_type: "secp256k1", passphrase: "masterpassphrase" }, masterAddress],
    [{ key_type: "ed25519", passphrase: "masterpassphrase" }, "rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf"],
    [{ secret: edSeed }, "rJ2YiJTFbRMBT4oyVoJad7X3ecaH4S4UFY"],
    [{ seed: edSeed }, "rJ2YiJTFbRMBT4oyVoJad7X3ecaH4S4UFY"],
    [{ key_type: "ed25519", seed: edSeed }, "rJ2YiJTFbRMBT4oyVoJad7X3ecaH4S4UFY"],
  ];
  for (const [request, address] of good) {
    test(JSON.stringify(request), () => expect(addressOf(request)).toBe(address));
  }
});

describe("a signing request that names none", () => {
  const bad: [RequestSecrets, string, string][] = [
    [{}, "invalidParams", "Missing field 'secret'."],
    [{ key_type: "secp256k1" }, "invalidParams", "Missing field 'secret'."],
    [
      { secret: masterSeed, seed: masterSeed },
      "invalidParams",
      "Exactly one of the following must be specified: passphrase, secret, seed or seed_hex",
    ],
    [{ secret: 5 }, "invalidParams", "Invalid field 'secret', not string."],
    [{ seed: masterSeed }, "invalidParams", "Invalid field 'secret', not string."],
    [{ secret: "" }, "badSeed", "Invalid field 'secret'."],
    [{ secret: masterAddress }, "badSeed", "Invalid field 'secret'."],
    [{ key_type: 5, seed: masterSeed }, "invalidParams", "Invalid field 'key_type', not string."],
    [{ key_type: "rsa", seed: masterSeed }, "badKeyType", "Invalid field 'key_type'."],
    [
      { key_type: "secp256k1", secret: masterSeed },
      "invalidParams",
      "The secret field is not allowed if key_type is used.",
    ],
    [{ key_type: "secp256k1", seed: edSeed }, "badSeed", "Specified seed is for an Ed25519 wallet."],
    [{ key_type: "secp256k1", seed: "bad" }, "badSeed", "Disallowed seed."],
    [{ key_type: "secp256k1", seed_hex: "DEDC" }, "badSeed", "Disallowed seed."],
    [{ key_type: "secp256k1", seed_hex: 7 }, "invalidParams", "Invalid field 'seed_hex', not string."],
  ];
  for (const [request, token, message] of bad) {
    test(JSON.stringify(request), () => {
      const error = errorOf(() => keyPairFromRequest(request));
      expect([error.token, error.message]).toEqual([token, message]);
      for (const value of Object.values(request)) {
        if (typeof value === "string" && value.length > 10) expect(error.message).not.toContain(value);
      }
    });
  }
});

describe("wallet_propose as recorded", () => {
  for (const { request, reply } of proposals as {
    request: RequestSecrets;
    reply: Record<string, unknown>;
  }[]) {
    test(JSON.stringify(request), () => {
      if (reply.error !== undefined) {
        const error = errorOf(() => proposeWallet(request));
        expect([error.token, error.message]).toEqual([reply.error, reply.error_message]);
        return;
      }
      const { seed, keyPair, warning } = proposeWallet(request);
      const { publicKey } = keyPair;
      expect({
        account_id: encodeAddress(accountIDFromPublicKey(publicKey)),
        key_type: keyPair.algorithm,
        master_key: seedToWords(seed),
        master_seed: encodeSeed(seed),
        master_seed_hex: bytesToHex(seed),
        public_key: encodeAccountPublicKey(publicKey),
        public_key_hex: publicKey,
        ...(warning === undefined ? {} : { warning }),
      }).toEqual(reply);
    });
  }

  test("a long passphrase is only warned of", () => {
    expect(proposeWallet({ passphrase: "the quick brown fox jumps over the lazy dog" }).warning).toBe(
      "This wallet was generated using a user-supplied passphrase. It may be vulnerable to brute-force attacks.",
    );
  });

  test("without a seed it is random each time", () => {
    expect(proposeWallet({}).seed).not.toEqual(proposeWallet({}).seed);
  });
});

function errorOf(work: () => unknown): SecretError {
  try {
    work();
  } catch (error) {
    if (error instanceof SecretError) return error;
    throw error;
  }
  throw new Error("expected a SecretError");
}
