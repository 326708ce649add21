import { beforeEach, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd } from "../../../test/support/testLedger.ts";
import { nativeIssue } from "../../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { getRate } from "../../protocol/amounts/quality.ts";
import { lsfDefaultRipple, tfPassive } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { DirectoryNode, RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount } from "../../protocol/types.ts";
import { PaymentSandbox } from "../payment/paymentSandbox.ts";
import { type Book, bestQuality } from "./bookTip.ts";
import { OfferStream } from "./offerStream.ts";

let ledger: TestLedger;
let gateway: TestAccount;
let maker: TestAccount;
let dropsForUsd: Book;
beforeEach(() => {
  ledger = new TestLedger();
  gateway = ledger.fund("gateway", 1_000_000_000n, { Flags: lsfDefaultRipple });
  maker = ledger.fund("maker");
  dropsForUsd = { in: nativeIssue, out: usd(0, gateway) };
  ledger.submit({ TransactionType: "TrustSet", Account: maker, LimitAmount: usd(1000, gateway) });
  const Amount = usd(100, gateway);
  ledger.submit({ TransactionType: "Payment", Account: gateway, Destination: maker.id, Amount });
});

/** Places an offer and tells its key. */
function place(pays: Amount, gets: Amount, fields: Record<string, unknown> = {}, by = maker): string {
  const key = keylet.offer(by.id, ledger.root(by).Sequence).key;
  const offer = {
    TransactionType: "OfferCreate",
    Account: by,
    TakerPays: pays,
    TakerGets: gets,
    Flags: tfPassive,
  };
  expect(ledger.submit({ ...offer, ...fields })).toBe("tesSUCCESS");
  return key;
}

/** All that a stream shows, and what it wants removed for good. */
function walk(limit = 1000): { shown: string[]; removed: string[]; steps: number; view: PaymentSandbox } {
  const view = new PaymentSandbox(ledger.state);
  const stream = new OfferStream(view, new PaymentSandbox(ledger.state), dropsForUsd, limit);
  const shown: string[] = [];
  while (stream.step()) shown.push(stream.offer.index);
  return { shown, removed: [...stream.toRemove], steps: stream.stepsUsed, view };
}

/** Sets the maker's balance behind the engine's back. */
function setFunds(funds: IssuedAmount): void {
  const line = keylet.line(maker.id, gateway.id, funds.currency);
  const { Balance } = ledger.read(line)!;
  const { currency, issuer } = Balance as IssuedAmount;
  const mantissa = maker.id < gateway.id ? funds.mantissa : -funds.mantissa;
  ledger.change<RippleState>(line, { Balance: { mantissa, exponent: funds.exponent, currency, issuer } });
}

test("shows offers best first, then by arrival, and deletes what is passed", () => {
  const [dear, cheap, same] = [
    place(3n, usd(1, gateway)),
    place(1n, usd(1, gateway)),
    place(1n, usd(1, gateway)),
  ];
  const { shown, removed, view } = walk();
  expect(shown).toEqual([cheap, same, dear]);
  expect(removed).toEqual([]);
  expect(bestQuality(view, dropsForUsd)).toBeUndefined();
  expect(bestQuality(ledger.state, dropsForUsd)).toBe(getRate(usd(1, gateway), 1n));
});

test("stops where its steps are used up", () => {
  for (let i = 0; i < 5; i++) place(1n, usd(1, gateway));
  expect(walk(3)).toMatchObject({ steps: 3, shown: { length: 3 } });
});

test("leaves out expired offers and those without funds, for good", () => {
  const expired = place(1n, usd(1, gateway), { Expiration: ledger.now + 1 });
  const unfunded = place(2n, usd(1, gateway));
  const issuers = place(3n, usd(1, gateway), {}, gateway);
  ledger.advance({ seconds: 1 });
  setFunds(usd(0, gateway));
  const { shown, removed } = walk();
  expect(shown).toEqual([issuers]);
  expect(removed).toEqual([expired, unfunded]);
});

test("what the payment itself left unfunded is not removed for good", () => {
  place(1n, usd(1, gateway));
  const before = new PaymentSandbox(ledger.state);
  const view = new PaymentSandbox(ledger.state);
  const line = view.peek(keylet.line(maker.id, gateway.id, usd(0, gateway).currency))!;
  line.Balance = { ...(line.Balance as IssuedAmount), mantissa: 0n, exponent: -100 };
  const stream = new OfferStream(view, before, dropsForUsd, 1000);
  expect(stream.step()).toBe(false);
  expect([...stream.toRemove]).toEqual([]);
});

test("a listed offer that is not there is taken off the page", () => {
  const [gone, stays] = [place(1n, usd(1, gateway)), place(1n, usd(1, gateway))];
  const { BookDirectory } = ledger.read(keylet.offer(maker.id, ledger.root(maker).Sequence - 1))!;
  ledger.state.delete(gone);
  const before = new PaymentSandbox(ledger.state);
  const stream = new OfferStream(new PaymentSandbox(ledger.state), before, dropsForUsd, 1000);
  expect(stream.step()).toBe(true);
  expect(stream.offer.index).toBe(stays);
  expect(before.read<DirectoryNode>({ type: "DirectoryNode", key: BookDirectory })?.Indexes).toEqual([stays]);
});

test("an offer whose rest would cost more than its price says is removed", () => {
  // One drop for five USD; of which the owner has two left: a whole drop for them is too dear.
  const spoiled = place(1n, usd(5, gateway));
  const fine = place(10n, usd(5, gateway));
  setFunds(usd(2, gateway));
  const { shown, removed } = walk();
  expect(removed).toEqual([spoiled]);
  expect(shown).toEqual([fine]);
});
