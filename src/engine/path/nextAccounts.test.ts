import { describe, expect, test } from "vitest";
import { Random } from "../../../test/fuzz/random.ts";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { asf, tfSetNoRipple } from "../../protocol/flags.ts";
import type { AccountID, Issue } from "../../protocol/types.ts";
import { allSteps } from "../../state/steps.ts";
import { hasCredit, isOpenBeyond } from "./accountLines.ts";
import type { BookIndex } from "./bookIndex.ts";
import { orderCandidates } from "./candidates.ts";
import { NextAccounts, type NextAccountsGoal } from "./nextAccounts.ts";
import { hasSeen, type PathElements, throughAccount } from "./pathElement.ts";
import { PathWorld } from "./pathWorld.ts";

const noBooks: BookIndex = { booksTakerPays: () => [] };

/** Gateways, and holders of some of their money; some lines have NoRipple, one gateway has frozen all. */
function market(random: Random, holders: number): { ledger: TestLedger; accounts: TestAccount[] } {
  const ledger = new TestLedger();
  const done = (fields: Parameters<TestLedger["apply"]>[0]) =>
    expect(ledger.apply(fields).result).toBe("tesSUCCESS");
  const accounts = Array.from({ length: holders }, (_, i) => ledger.fund(`account ${i}`, 10n ** 12n));
  const gateways = accounts.slice(0, 5);
  for (const gateway of gateways)
    done({ TransactionType: "AccountSet", Account: gateway, SetFlag: asf.DefaultRipple });
  for (const holder of accounts) {
    for (const gateway of gateways) {
      if (gateway === holder || random.chance(0.2)) continue;
      const Flags = !gateways.includes(holder) && random.chance(0.3) ? tfSetNoRipple : 0;
      done({ TransactionType: "TrustSet", Account: holder, LimitAmount: usd(1000, gateway), Flags });
      if (random.chance(0.5))
        done({
          TransactionType: "Payment",
          Account: gateway,
          Destination: holder.id,
          Amount: usd(10, gateway),
        });
    }
  }
  done({ TransactionType: "AccountSet", Account: gateways[3]!, SetFlag: asf.GlobalFreeze });
  return { ledger, accounts };
}

/** The rule itself, line by line for every path, as the reference goes about it. */
function plainRule(
  world: PathWorld,
  { source, destination, effectiveDestination }: NextAccountsGoal,
  path: PathElements,
  account: AccountID,
  endsWithNoRipple: boolean,
): AccountID[] {
  const waysOut = (peer: AccountID): number => {
    if (peer === frozen) return 0;
    let count = 0;
    for (const line of world.lines.of(peer)) {
      if (!hasCredit(line, false)) continue;
      if (line.peer === effectiveDestination) count += 10_000;
      else if (isOpenBeyond(line)) count++;
    }
    return count;
  };
  const candidates = world.lines.of(account).flatMap((line) => {
    const { peer } = line;
    if (effectiveDestination !== destination && peer === destination) return [];
    if (hasSeen(path, peer, usdCurrency, peer) || !hasCredit(line, false)) return [];
    if ((endsWithNoRipple && line.noRipple) || peer === effectiveDestination || peer === source) return [];
    const priority = waysOut(peer);
    return priority > 0 ? [{ priority, account: peer }] : [];
  });
  return orderCandidates(candidates, world.view.ledgerIndex)
    .slice(0, 10)
    .map((candidate) => candidate.account);
}
let frozen: AccountID;

describe.each([8, 18, 24, 45])("among %i accounts", (holders) => {
  test("each path goes on to the accounts that the rule says", () => {
    const random = new Random(holders);
    const { ledger, accounts } = market(random, holders);
    frozen = accounts[3]!.id;
    const world = new PathWorld(ledger.state, noBooks);
    const destinationIssue: Issue = { currency: usdCurrency, issuer: accounts[1]!.id };
    let chosen = 0;
    for (let search = 0; search < 10; search++) {
      const [source, destination] = [random.pick(accounts).id, random.pick(accounts).id];
      const goal = { source, destination, effectiveDestination: accounts[1]!.id, destinationIssue };
      const next = new NextAccounts(goal, world);
      for (let i = 0; i < 40; i++) {
        const account = random.pick(random.chance(0.6) ? accounts.slice(0, 5) : accounts).id;
        const seen = new Set(Array.from({ length: random.below(6) }, () => random.pick(accounts).id));
        const path = [...seen, account].map((id) => throughAccount(id, usdCurrency));
        const noRipple = random.chance(0.3);
        const found = allSteps(next.after(path, { account, currency: usdCurrency }, noRipple, 10));
        expect(found).toEqual(plainRule(world, goal, path, account, noRipple));
        chosen += found.length;
      }
    }
    expect(chosen).toBeGreaterThan(100);
  });
});

test("where there are many lines, others have their turn in between", () => {
  const { ledger, accounts } = market(new Random(1), 45);
  const next = new NextAccounts(
    {
      source: accounts[9]!.id,
      destination: accounts[8]!.id,
      effectiveDestination: accounts[1]!.id,
      destinationIssue: { currency: usdCurrency, issuer: accounts[1]!.id },
    },
    new PathWorld(ledger.state, noBooks),
  );
  const pauses = () => {
    const steps = next.after([], { account: accounts[0]!.id, currency: usdCurrency }, false, 10);
    let count = 0;
    while (steps.next().done !== true) count++;
    return count;
  };
  expect(pauses()).toBeGreaterThan(20);
  expect(pauses(), "the lines are known by then").toBe(0);
});
