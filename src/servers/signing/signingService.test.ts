import { inspect } from "node:util";
import { expect, test } from "vitest";
import { checkTransactionSignatures } from "../../crypto/checkSignatures.ts";
import type { Transaction } from "../../engine/transaction.ts";
import { decodeAddress } from "../../protocol/base58.ts";
import { type SigningAccount, SigningAccountError, SigningService } from "./signingService.ts";

// The best known seed of all, "masterpassphrase".
const address = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const account = decodeAddress(address)!;
const seed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const token = "a-token-that-is-long-enough";
const service = () => new SigningService([{ address, seed, token }]);

const payment: Transaction = {
  TransactionType: "Payment",
  Account: account,
  Destination: "0".repeat(39).concat("1"),
  Amount: 1n,
  Fee: 10n,
  Sequence: 1,
  Flags: 0,
  SigningPubKey: "",
} as unknown as Transaction;

test("signs for an account that it has the key of", () => {
  const { tx } = service().sign(payment);
  expect(tx.SigningPubKey).toBe(service().publicKey(account));
  expect(checkTransactionSignatures(tx)).toBeUndefined();
});

test("does not sign for another", () => {
  expect(() => service().sign({ ...payment, Account: "0".repeat(40) })).toThrow("no key");
  expect(service().publicKey("0".repeat(40))).toBeUndefined();
});

test("only the token opens", () => {
  const signing = service();
  expect(signing.offers(account)).toBe(true);
  expect(signing.isBearer(account, `Bearer ${token}`)).toBe(true);
  for (const wrong of [undefined, "", token, "Bearer ", "Bearer x", `Basic ${token}`, `Bearer ${token}x`]) {
    expect(signing.isBearer(account, wrong), String(wrong)).toBe(false);
  }
  expect(signing.isBearer("0".repeat(40), `Bearer ${token}`)).toBe(false);
});

test("an account without a token is the server's own", () => {
  const signing = new SigningService([{ address, seed }]);
  expect(signing.offers(account)).toBe(false);
  for (const header of [undefined, "Bearer undefined", "Bearer  "]) {
    expect(signing.isBearer(account, header)).toBe(false);
  }
  expect(signing.sign(payment).hash).toMatch(/^[0-9A-F]{64}$/);
});

const wrongAccounts: [string, SigningAccount[]][] = [
  ["address is malformed", [{ address: "rHb9", seed, token }]],
  [
    "configured twice",
    [
      { address, seed, token },
      { address, seed, token },
    ],
  ],
  ["seed is malformed", [{ address, seed: "snoPBrXtMeMyMHUVTgbuqAfg1SUTc", token }]],
  ["seed is malformed", [{ address, seed: "", token }]],
  ["at least 16 characters", [{ address, seed, token: "short" }]],
  ["is an ed25519 one", [{ address, seed: "sEdTM1uX8pu2do5XvTnutH6HsouMaM2", keyType: "secp256k1", token }]],
];
for (const [message, accounts] of wrongAccounts) {
  test(`refuses: ${message}`, () => {
    expect(() => new SigningService(accounts)).toThrow(SigningAccountError);
    expect(() => new SigningService(accounts)).toThrow(message);
    try {
      new SigningService(accounts);
    } catch (error) {
      const shown = inspect(error);
      for (const { seed, token } of accounts) {
        if (seed !== "") expect(shown).not.toContain(seed);
        expect(shown).not.toContain(token);
      }
    }
  });
}

test("keys and tokens are not seen by printing, nor after closing", () => {
  const signing = service();
  const shown = inspect(signing, { depth: 9 }) + JSON.stringify(signing);
  expect(shown).not.toContain(seed);
  expect(shown).not.toContain(token);
  expect(shown).not.toContain("secretKey");
  signing.close();
  expect(signing.publicKey(account)).toBeUndefined();
});
