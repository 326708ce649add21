import { expect, test } from "vitest";
import type { Subscriber } from "./subscriber.ts";
import { Topics } from "./topics.ts";

const subscriber = (): Subscriber => ({ send: () => {}, isUnlimited: false });

test("knows who listens to what, in which version", () => {
  const topics = new Topics();
  const [ann, bob] = [subscriber(), subscriber()];
  topics.add("ledger", ann, 1);
  topics.add("ledger", bob, 2);
  topics.add("ledger", ann, 2);
  topics.add("book", ann, 1);
  expect([...topics.listeners("ledger")]).toEqual([
    [ann, 2],
    [bob, 2],
  ]);
  expect([...topics.listeners("other")]).toEqual([]);
  expect(topics.topicsOf(ann)).toEqual(["ledger", "book"]);
});

test("keeps nothing of those who have gone", () => {
  const topics = new Topics();
  const all = Array.from({ length: 10_000 }, subscriber);
  for (const one of all) {
    topics.add("ledger", one, 1);
    topics.add("transactions", one, 1);
  }
  for (const one of all.slice(1)) topics.removeSubscriber(one);
  expect(topics.listeners("ledger").size).toBe(1);
  topics.remove("ledger", all[0]!);
  topics.remove("ledger", all[0]!);
  expect(topics.topicsOf(all[0]!)).toEqual(["transactions"]);
  topics.remove("transactions", all[0]!);
  expect(topics.isEmpty).toBe(true);
  topics.removeSubscriber(all[0]!);
});
