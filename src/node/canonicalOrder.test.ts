import fc from "fast-check";
import { expect, test } from "vitest";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { CanonicalOrder } from "./canonicalOrder.ts";
import { CanonicalSet } from "./canonicalSet.ts";
import { Pace } from "./pace.ts";

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((b) => Buffer.from(b).toString("hex").toUpperCase());
const transaction = (Account: string, Sequence: number, TicketSequence: number | undefined, hash: string) =>
  ({
    tx: { Account, Sequence, TicketSequence },
    hash,
    blob: new Uint8Array(),
  }) as unknown as SignedTransaction;

/** As the rule is told: the account's 20 bytes, and zeros, mixed with the salt; then sequence or ticket; then hash. */
function byTheRule(salt: string) {
  const saltNumber = BigInt(`0x${salt}`);
  const key = ({ tx }: SignedTransaction) => BigInt(`0x${tx.Account}${"0".repeat(24)}`) ^ saltNumber;
  const place = ({ tx }: SignedTransaction) =>
    tx.Sequence === 0 && tx.TicketSequence !== undefined ? [1, tx.TicketSequence] : [0, tx.Sequence];
  return (a: SignedTransaction, b: SignedTransaction): number => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    const [kindA, numberA] = place(a) as [number, number];
    const [kindB, numberB] = place(b) as [number, number];
    return kindA - kindB || numberA - numberB || (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0);
  };
}

test("orders as the rule says, also accounts that differ in their last bit", async () => {
  const account = fc.oneof(
    hex(20),
    hex(1).map((last) => `${"5A".repeat(19)}${last}`),
    hex(1).map((middle) => `${"5A".repeat(7)}${middle}${"5A".repeat(12)}`),
  );
  const any = fc
    .tuple(
      account,
      fc.integer({ min: 0, max: 3 }),
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      hex(32),
    )
    .map(([a, sequence, ticket, hash]) => transaction(a, sequence, ticket, hash));
  const pace = new Pace({ seconds: () => 0, milliseconds: () => 0, after: () => () => {} });
  await fc.assert(
    fc.asyncProperty(hex(32), fc.array(any, { maxLength: 40 }), async (salt, transactions) => {
      const expected = [...transactions].sort(byTheRule(salt));
      expect(new CanonicalOrder(salt).sort(transactions)).toEqual(expected);
      expect(await new CanonicalOrder(salt).sortInSlices(transactions, pace)).toEqual(expected);
    }),
  );
});

test("releases a sender's next transaction, whatever gap tickets left, and nobody else's", () => {
  const [a, b] = ["AA".repeat(20), "BB".repeat(20)];
  const held = [
    transaction(a, 7, undefined, "01"),
    transaction(a, 5, undefined, "02"),
    transaction(a, 0, 3, "03"),
    transaction(b, 6, undefined, "04"),
  ];
  for (const salt of ["00".repeat(32), "FF".repeat(32)]) {
    const set = new CanonicalSet(salt, held);
    const applied = transaction(a, 4, undefined, "FF");
    expect(set.takeNext(applied)?.hash).toBe("02");
    expect(set.takeNext(held[1]!)?.hash).toBe("01");
    expect(set.takeNext(held[0]!)?.hash).toBe("03");
    expect(set.takeNext(held[0]!)).toBeUndefined();
    expect(set.size).toBe(1);
  }
});
