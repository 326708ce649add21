import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { rows } from "../commands/writtenJson.ts";
import { type ReplyText, replyText } from "./replyText.ts";
import { ReplyTurn } from "./replyTurn.ts";
import { sendText } from "./sendText.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Asks a server that answers with this; tells how the sending ended. */
async function ask(text: ReplyText): Promise<{ reply: IncomingMessage; sent: Promise<unknown> }> {
  let sent: Promise<unknown> | undefined;
  server = createServer((_request, response) => {
    sent = sendText(response, 200, text, new ReplyTurn()) ?? Promise.resolve("at once");
    sent.catch(() => {}); // looked at below
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const [reply] = (await once(get({ port: (server.address() as AddressInfo).port }), "response")) as [
    IncomingMessage,
  ];
  return { reply, sent: sent! };
}

async function bodyOf(reply: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const manyRows = (count: number, onMade = (_count: number): void => {}) =>
  rows(
    (function* () {
      for (let i = 0; i < count; i++) {
        onMade(i);
        yield { row: i, text: "ü".repeat(500) };
      }
    })(),
  );

test("small text has a length", async () => {
  const { reply, sent } = await ask(replyText({ list: manyRows(3) }, "\n"));
  expect(Number(reply.headers["content-length"])).toBe(Buffer.byteLength(await bodyOf(reply)));
  expect(await sent).toBe("at once");
});

test("large text comes in pieces and whole", async () => {
  const { reply } = await ask(replyText({ before: 1, list: manyRows(5000), after: "é" }, "\n"));
  expect(reply.headers["transfer-encoding"]).toBe("chunked");
  const { list, ...others } = JSON.parse(await bodyOf(reply)) as { list: { row: number }[] };
  expect(others).toEqual({ before: 1, after: "é" });
  expect(list.map(({ row }) => row)).toEqual(Array.from({ length: 5000 }, (_, i) => i));
});

test("nothing is made faster than the client reads, and nothing more when it goes", async () => {
  let made = 0;
  const count = 100_000; // 100 MB
  const { reply, sent } = await ask(replyText(manyRows(count, (row) => (made = row))));
  reply.pause();
  let before = -1;
  while (made !== before) {
    before = made;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(made).toBeLessThan(count / 2);
  reply.destroy();
  await sent;
  expect(made).toBeLessThan(count / 2);
});

test("a reply that fails on the way is broken off", async () => {
  const failing = manyRows(1000, (row) => {
    if (row === 500) throw new Error("no such row");
  });
  const { reply, sent } = await ask(replyText({ list: failing }));
  await expect(bodyOf(reply)).rejects.toThrow("aborted");
  await expect(sent).rejects.toThrow("no such row");
  // What was begun is not part of the next reply.
  server?.close();
  const next = await ask(replyText({ list: manyRows(1) }));
  expect(JSON.parse(await bodyOf(next.reply))).toMatchObject({ list: [{ row: 0 }] });
});
