import { beforeEach, expect, test } from "vitest";
import { EntryMapView } from "../../test/support/entryMapView.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot } from "../protocol/ledgerEntryFormats.ts";
import { newEntry } from "./newEntry.ts";
import { OpenView } from "./openView.ts";
import { Sandbox } from "./sandbox.ts";

const fees = { base: 10n, units: 10, reserveBase: 200n, reserveIncrement: 50n };
const id = (n: number): string => n.toString(16).toUpperCase().padStart(40, "0");
const root = (n: number, balance = 100n): AccountRoot =>
  newEntry(keylet.account(id(n)), { Account: id(n), Sequence: 1, Balance: balance, OwnerCount: 0 });
const at = (n: number) => keylet.account(id(n));

let base: EntryMapView;
beforeEach(() => {
  base = new EntryMapView(fees, [root(1), root(2), root(3)]);
});

test("a change is seen above and not below until it is applied", () => {
  const sandbox = new Sandbox(base);
  sandbox.peek(at(1))!.Balance = 7n;
  expect(sandbox.read(at(1))?.Balance).toBe(7n);
  expect(base.read(at(1))?.Balance).toBe(100n);
  sandbox.applyTo(base.sink);
  expect(base.read(at(1))?.Balance).toBe(7n);
});

test("a dropped sandbox leaves nothing behind", () => {
  const outer = new Sandbox(base);
  const inner = new Sandbox(outer);
  inner.insert(root(9));
  inner.erase(inner.peek(at(1))!);
  expect([outer.has(at(9)), outer.has(at(1))]).toEqual([false, true]);
  expect(outer.changes.size).toBe(0);
});

test("what is inserted and erased again never was", () => {
  const sandbox = new Sandbox(base);
  sandbox.insert(root(9));
  sandbox.erase(sandbox.peek(at(9))!);
  expect(sandbox.changes.size).toBe(0);
});

test("erased and inserted again is a modification", () => {
  const sandbox = new Sandbox(base);
  sandbox.erase(sandbox.peek(at(1))!);
  sandbox.insert(root(1, 5n));
  expect(sandbox.changes.get(at(1).key)?.kind).toBe("modified");
});

const mistakes: Record<string, (view: Sandbox) => void> = {
  "inserting what is there": (view) => {
    view.peek(at(1));
    view.insert(root(1));
  },
  "erasing twice": (view) => {
    view.erase(root(1));
    view.erase(root(1));
  },
  "replacing what was erased": (view) => {
    view.erase(root(1));
    view.replace(root(1));
  },
};
test.each(Object.keys(mistakes))("%s is refused", (mistake) => {
  expect(() => mistakes[mistake]!(new Sandbox(base))).toThrow();
});

test("an entry of another kind is not there", () => {
  expect(new Sandbox(base).read({ type: "Offer", key: at(1).key })).toBeUndefined();
});

test("successor finds what was erased and is there again", () => {
  const sandbox = new Sandbox(base);
  for (const n of [1, 2, 3]) sandbox.erase(sandbox.peek(at(n))!);
  expect(walk(sandbox)).toEqual([]);
  sandbox.insert(root(2));
  expect(walk(sandbox)).toEqual([at(2).key]);
});

test("successor merges what is below with what was inserted and erased", () => {
  const keysBelow = [1, 2, 3].map((n) => at(n).key).sort();
  const view = new OpenView(base, { ...context, open: false });
  const sandbox = new Sandbox(view);
  expect(walk(sandbox)).toEqual(keysBelow);
  view.insert(root(4));
  sandbox.insert(root(5));
  sandbox.erase(sandbox.peek({ type: "AccountRoot", key: keysBelow[1]! })!);
  const expected = [keysBelow[0]!, keysBelow[2]!, at(4).key, at(5).key].sort();
  expect(walk(sandbox)).toEqual(expected);
  expect(sandbox.successor(expected[0]!, expected[1]!)).toBeUndefined();
});

const context = {
  ledgerIndex: 3,
  parentHash: "0".repeat(64),
  parentCloseTime: 0,
  rules: new EntryMapView(fees).rules,
  fees,
};

function walk(view: Sandbox): string[] {
  const keys: string[] = [];
  for (let key = view.successor("0".repeat(64)); key !== undefined; key = view.successor(key)) keys.push(key);
  return keys;
}

test("an open view on another hands over what it collected", () => {
  const below = new OpenView(base, { ...context, open: true });
  const above = new OpenView(below, { ...context, open: true });
  above.insert(root(4));
  above.replace(root(1, 1n));
  above.erase(root(2));
  above.addTransaction({ hash: "AA" });
  expect([below.has(at(4)), below.has(at(2)), below.hasTransaction("AA")]).toEqual([false, true, false]);
  above.applyTo(below);
  expect([below.has(at(4)), below.has(at(2)), below.hasTransaction("AA")]).toEqual([true, false, true]);
  expect(below.read(at(1))?.Balance).toBe(1n);
});
