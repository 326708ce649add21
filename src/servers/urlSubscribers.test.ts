import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { UnusableUrl } from "../commands/subscriptions/urlSubscribers.ts";
import { PostingSubscribers } from "./urlSubscribers.ts";

interface Posted {
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}
const posted: Posted[] = [];
/** Resolved while posts are answered at once. */
let mayAnswer = Promise.resolve();

const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (data) => {
    body += String(data);
  });
  request.on("end", () => {
    posted.push({ headers: request.headers, body: JSON.parse(body) });
    void mayAnswer.then(() => response.end("{}"));
  });
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
const url = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
const credentials = { user: "", password: "" };

let subscribers: PostingSubscribers;
const faults: string[] = [];
beforeEach(() => {
  posted.length = 0;
  faults.length = 0;
  mayAnswer = Promise.resolve();
  subscribers = new PostingSubscribers((at) => void faults.push(at));
});
afterEach(() => subscribers.close());

async function arrivals(count: number): Promise<void> {
  while (posted.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

test("posts events one by one, each with its number", async () => {
  const subscriber = subscribers.open(url(), credentials);
  subscriber.send('{"type":"ledgerClosed"}');
  subscriber.send('{"type":"transaction"}');
  await arrivals(2);
  expect(posted.map(({ body }) => body)).toEqual([
    { method: "event", params: { type: "ledgerClosed", seq: 1 }, id: 1 },
    { method: "event", params: { type: "transaction", seq: 2 }, id: 1 },
  ]);
  expect(posted[0]!.headers).toMatchObject({ "content-type": "application/json" });
  expect(posted[0]!.headers.authorization).toBeUndefined();
});

test("logs in where it is told how, also later", async () => {
  const subscriber = subscribers.open(url(), { user: "ann", password: "pass" });
  subscriber.send('{"type":"transaction"}');
  await arrivals(1);
  expect(posted[0]!.headers.authorization).toBe(`Basic ${btoa("ann:pass")}`);
  expect(subscribers.open(url(), { user: "ann", password: "other" })).toBe(subscriber);
  subscriber.send('{"type":"transaction"}');
  await arrivals(2);
  expect(posted[1]!.headers.authorization).toBe(`Basic ${btoa("ann:other")}`);
});

test("takes name and password from the URL where the request has none", async () => {
  const withCredentials = url().replace("127", "ann%20b:pa%3Ass%zz@127");
  subscribers.open(withCredentials, credentials).send('{"type":"transaction"}');
  await arrivals(1);
  expect(posted[0]!.headers.authorization).toBe(`Basic ${btoa("ann b:pa%3Ass%zz")}`);
  subscribers.open(withCredentials, { user: "eve", password: "other" }).send('{"type":"transaction"}');
  await arrivals(2);
  expect(posted[1]!.headers.authorization).toBe(`Basic ${btoa("eve:other")}`);
  expect(faults).toEqual([]);
});

test("drops what a slow receiver has no room for, and the numbers tell", async () => {
  let answer!: () => void;
  mayAnswer = new Promise((resolve) => {
    answer = resolve;
  });
  const subscriber = subscribers.open(url(), credentials);
  for (let event = 1; event <= 50; event++) subscriber.send('{"type":"transaction"}');
  await arrivals(1);
  answer();
  await arrivals(33);
  const numbers = posted.map(({ body }) => (body as { params: { seq: number } }).params.seq);
  expect(numbers).toHaveLength(33);
  expect(numbers.at(-1)).toBe(50);
});

test("says where it cannot deliver, without the path, and goes on", async () => {
  const subscriber = subscribers.open("http://127.0.0.1:1/secret-path", credentials);
  subscriber.send('{"type":"transaction"}');
  while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(faults).toEqual(["http://127.0.0.1:1"]);
});

test("a removed URL hears nothing more", async () => {
  const subscriber = subscribers.open(url(), credentials);
  subscriber.send('{"type":"transaction"}');
  await arrivals(1);
  subscribers.remove(url());
  expect(subscribers.find(url())).toBeUndefined();
  subscribers.remove(url());
});

test.each([
  ["no url", "Failed to parse url."],
  ["ftp://example.com/", "Only http and https is supported."],
])("refuses %s", (text, message) => {
  expect(() => subscribers.open(text, credentials)).toThrow(new UnusableUrl(message));
});
