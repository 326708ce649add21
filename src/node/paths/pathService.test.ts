import { expect, test } from "vitest";
import { type TestAccount, TestLedger, usd } from "../../../test/support/testLedger.ts";
import { nativeIssue } from "../../protocol/amounts/issue.ts";
import type { Ledger } from "../ledger.ts";
import { PathService, searchLevels } from "./pathService.ts";

/** An open ledger with a gateway's offer, and how often its state was copied. */
function openLedger() {
  const test = new TestLedger();
  const [payer, gateway] = ["payer", "gateway"].map((name) => test.fund(name, 10n ** 12n)) as [
    TestAccount,
    TestAccount,
  ];
  const offer = () =>
    test.apply({
      TransactionType: "OfferCreate",
      Account: gateway,
      TakerPays: 1_000_000n,
      TakerGets: usd(1, gateway),
    });
  offer();
  const counts = { copies: 0, transactions: 1 };
  const ledger = Object.assign(Object.create(test.state), {
    hash: undefined,
    books: () => ({ booksTakerPays: () => [] }),
    transactionCount: () => counts.transactions,
    frozen() {
      counts.copies++;
      return ledger;
    },
  }) as Ledger;
  return { ledger, payer, gateway, counts, offer };
}

test("the open ledger is copied once for all searches until another transaction is applied", async () => {
  const { ledger, payer, gateway, counts, offer } = openLedger();
  const service = new PathService();
  const search = (value: number) =>
    service.alternatives(
      ledger,
      {
        source: payer.id,
        destination: gateway.id,
        destinationAmount: usd(value, gateway),
        sendMax: undefined,
        sourceIssues: [nativeIssue],
      },
      searchLevels.usual,
    );
  expect(await search(1)).toMatchObject([{ sourceAmount: 1_000_000n }]);
  expect(await search(2)).toEqual([]);
  expect(counts.copies).toBe(1);

  offer();
  counts.transactions++;
  expect(await search(2)).toMatchObject([{ sourceAmount: 2_000_000n }]);
  expect(counts.copies).toBe(2);
});
