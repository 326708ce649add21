import { beforeEach, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { nativeCurrency, nativeIssue } from "../../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { asf, tfSetNoRipple } from "../../protocol/flags.ts";
import type { Amount, Issue } from "../../protocol/types.ts";
import { allSteps } from "../../state/steps.ts";
import { AccountLines, destinationCurrencies, sourceCurrencies } from "./accountLines.ts";
import type { BookIndex } from "./bookIndex.ts";
import { type BestPaths, minusOne, Pathfinder, type PathPayment } from "./pathfinder.ts";
import { PathWorld } from "./pathWorld.ts";

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
let gateway: TestAccount;
let otherGateway: TestAccount;
let books: Map<string, Issue[]>;

const issueOfUsd = (issuer: TestAccount): Issue => ({ currency: usdCurrency, issuer: issuer.id });
const done = (fields: Parameters<TestLedger["apply"]>[0]) =>
  expect(ledger.apply(fields).result).toBe("tesSUCCESS");
const trust = (holder: TestAccount, issuer: TestAccount, limit = 1000) =>
  done({ TransactionType: "TrustSet", Account: holder, LimitAmount: usd(limit, issuer) });
const issue = (issuer: TestAccount, holder: TestAccount, value: number) =>
  done({ TransactionType: "Payment", Account: issuer, Destination: holder.id, Amount: usd(value, issuer) });

/** An offer, and its book in the index. */
function offer(owner: TestAccount, pays: Amount, gets: Amount) {
  done({ TransactionType: "OfferCreate", Account: owner, TakerPays: pays, TakerGets: gets });
  const of = (amount: Amount): Issue =>
    typeof amount === "bigint" ? nativeIssue : { currency: amount.currency, issuer: amount.issuer };
  const key = of(pays).currency + of(pays).issuer;
  books.set(key, [...(books.get(key) ?? []), of(gets)]);
}

beforeEach(() => {
  ledger = new TestLedger();
  [alice, bob, gateway, otherGateway] = ["alice", "bob", "gateway", "other"].map((name) =>
    ledger.fund(name, 10_000_000_000n),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount];
  for (const issuer of [gateway, otherGateway]) {
    done({ TransactionType: "AccountSet", Account: issuer, SetFlag: asf.DefaultRipple });
  }
  books = new Map();
});

function find(payment: Partial<PathPayment> & { deliver: Amount }, level = 7): BestPaths | undefined {
  const index: BookIndex = { booksTakerPays: ({ currency, issuer }) => books.get(currency + issuer) ?? [] };
  const world = new PathWorld(ledger.state, index);
  const finder = new Pathfinder(
    { source: alice.id, destination: bob.id, sourceCurrency: usdCurrency, ...payment },
    world,
  );
  if (!allSteps(finder.find(level, 4))) return undefined;
  return allSteps(finder.best(4, [], alice.id));
}

const accountsOf = ({ paths }: BestPaths) => paths.map((path) => path.map(({ account }) => account));

test("two holders of one issuer's money need no path: the default one does", () => {
  for (const holder of [alice, bob]) trust(holder, gateway);
  issue(gateway, alice, 100);
  // The path through the gateway is the default path; the search still tells of it.
  expect(accountsOf(find({ deliver: usd(10, bob) })!)).toEqual([[gateway.id]]);
});

test("money of another gateway is reached through a holder of both", () => {
  const maker = ledger.fund("maker", 10_000_000_000n);
  done({ TransactionType: "AccountSet", Account: maker, SetFlag: asf.DefaultRipple });
  trust(alice, gateway);
  trust(maker, gateway);
  trust(maker, otherGateway);
  trust(bob, otherGateway);
  issue(gateway, alice, 100);
  issue(otherGateway, maker, 100);
  const found = find({ deliver: usd(10, bob) })!;
  expect(accountsOf(found)).toContainEqual([gateway.id, maker.id, otherGateway.id]);
});

test("drops buy an issuer's money from its book", () => {
  trust(bob, gateway);
  offer(gateway, 100_000_000n, usd(100, gateway));
  const found = find({ deliver: usd(10, gateway), sourceCurrency: nativeCurrency })!;
  // With the issuer as the destination's issuer, the default path crosses that book by itself.
  expect(found.paths.length).toBeLessThanOrEqual(1);
});

test("an issuer's money is sold for drops through the gateway and its book", () => {
  trust(alice, gateway);
  issue(gateway, alice, 100);
  offer(bob, usd(50, gateway), 50_000_000n);
  const found = find({ deliver: 5_000_000n })!;
  expect(found.paths[0]!.map(({ kind }) => kind)).toEqual(["account", "book"]);
});

test("a line with NoRipple on both sides leads nowhere", () => {
  const maker = ledger.fund("maker", 10_000_000_000n);
  for (const issuer of [gateway, otherGateway]) {
    done({
      TransactionType: "TrustSet",
      Account: maker,
      LimitAmount: usd(1000, issuer),
      Flags: tfSetNoRipple,
    });
  }
  trust(alice, gateway);
  trust(bob, otherGateway);
  issue(gateway, alice, 100);
  issue(otherGateway, maker, 100);
  expect(find({ deliver: usd(10, bob) })!.paths).toEqual([]);
});

test("the quick search looks at fewer shapes than the full one", () => {
  const maker = ledger.fund("maker", 10_000_000_000n);
  done({ TransactionType: "AccountSet", Account: maker, SetFlag: asf.DefaultRipple });
  trust(alice, gateway);
  trust(maker, gateway);
  trust(maker, otherGateway);
  trust(bob, otherGateway);
  issue(gateway, alice, 100);
  issue(otherGateway, maker, 100);
  expect(find({ deliver: usd(10, bob) }, 2)!.paths).toEqual([]);
  expect(find({ deliver: usd(10, bob) }, 7)!.paths).toHaveLength(1);
});

test("minus one asks for as much as there is", () => {
  for (const holder of [alice, bob]) trust(holder, gateway, 60);
  issue(gateway, alice, 50);
  expect(accountsOf(find({ deliver: minusOne(issueOfUsd(bob)) })!)).toEqual([[gateway.id]]);
});

test.each([
  ["nothing", () => find({ deliver: 0n })],
  ["less than nothing", () => find({ deliver: -5n })],
  ["the same money to oneself", () => find({ destination: alice.id, deliver: usd(1, alice) })],
  ["issued money to nobody", () => find({ destination: "AB".repeat(20), deliver: usd(1, gateway) })],
  ["less than the reserve to nobody", () => find({ destination: "AB".repeat(20), deliver: 5n })],
  [
    "money of nobody",
    () => find({ deliver: { ...usd(1, gateway), issuer: "AB".repeat(20) } as IssuedAmount }),
  ],
  ["from nobody", () => find({ source: "AB".repeat(20), deliver: usd(1, bob) })],
])("no path can send %s", (_what, attempt) => expect(attempt()).toBeUndefined());

test("an account can pay with what it holds, and be paid what it still takes", () => {
  trust(alice, gateway, 50);
  const currencies = (of: typeof sourceCurrencies) =>
    of(new AccountLines(ledger.state), alice.id, nativeCurrency);
  expect(currencies(sourceCurrencies)).toEqual([nativeCurrency]);
  expect(currencies(destinationCurrencies)).toEqual([nativeCurrency, usdCurrency]);
  issue(gateway, alice, 50);
  expect(currencies(sourceCurrencies)).toEqual([nativeCurrency, usdCurrency]);
  expect(currencies(destinationCurrencies)).toEqual([nativeCurrency]);
});
