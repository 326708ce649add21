import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { fewCommands, slowCalls } from "../../test/support/fewCommands.ts";
import type { Dispatcher } from "../commands/dispatch.ts";
import type { JsonObject } from "../commands/json.ts";
import type { Subscriber } from "../commands/subscriptions/subscriber.ts";
import { loopback, nobody } from "./access.ts";
import { type RunningHttpServer, startHttpServer } from "./httpServer.ts";

/** The subscribers that ended on the server that was started last. */
let ended: Subscriber[] = [];
const faults: unknown[] = [];
const start = (options: Partial<Parameters<typeof startHttpServer>[0]> = {}): Promise<RunningHttpServer> => {
  const endedHere: Subscriber[] = [];
  ended = endedHere;
  return startHttpServer({
    dispatcher: fewCommands(),
    access: { admin: loopback, secureGateway: nobody },
    host: "127.0.0.1",
    port: 0,
    onSubscriberEnd: (subscriber) => void endedHere.push(subscriber),
    onFault: (error) => void faults.push(error),
    ...options,
  });
};

let server: RunningHttpServer;
beforeEach(async () => {
  server = await start();
});
afterEach(async () => {
  await server.close();
  expect(faults.splice(0)).toEqual([]);
});

const url = (port = server.port): string => `http://127.0.0.1:${port}/`;
const post = (body: string, path = ""): Promise<Response> => fetch(url() + path, { method: "POST", body });

/** Writes bytes that need not be HTTP, and returns everything that comes back until the server closes. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  socket.write(bytes);
  let answer = "";
  socket.setEncoding("latin1").on("data", (data: string) => {
    answer += data;
  });
  await once(socket, "close");
  return answer;
}

describe("over HTTP", () => {
  test("answers JSON-RPC at the root", async () => {
    const response = await post('{"method":"who"}');
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=UTF-8");
    expect(await response.json()).toEqual({ result: { role: "admin", apiVersion: 1, status: "success" } });
    expect((await post('{"method":"who"}', "?x=1")).status).toBe(200);
  });

  test("takes a body in pieces, a character split between two of them", async () => {
    const body = Buffer.from('{"method":"who","id":"Zürich"}');
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body.subarray(0, body.indexOf("ü") + 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(body.subarray(body.indexOf("ü") + 1));
    const [data] = (await once(socket, "data")) as [Buffer];
    expect(data.toString()).toContain("HTTP/1.1 200 OK");
    socket.destroy();
  });

  test("refuses what is no JSON, and what is too long", async () => {
    const malformed = await post("{");
    expect(malformed.status).toBe(400);
    expect(await malformed.text()).toMatch(/^Unable to parse request: \* Line 1/);
    const long = await post(`{"method":"who","x":"${"x".repeat(1_000_000)}"}`);
    expect(long.status).toBe(400);
    expect(await long.text()).toBe("Unable to parse request: \r\n");
  });

  test("answers what is not HTTP with 400, and goes on", async () => {
    expect(await exchange("hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect((await post('{"method":"who"}')).status).toBe(200);
  });

  test("survives a client that leaves before its answer", async () => {
    const socket = connect(server.port, "127.0.0.1");
    const body = '{"method":"slow"}';
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await post('{"method":"who"}')).status).toBe(200);
  });

  test("says that it runs, and of other paths that there is nothing", async () => {
    expect((await fetch(url())).status).toBe(200);
    expect((await fetch(`${url()}elsewhere`)).status).toBe(404);
    expect((await fetch(url(), { method: "PUT" })).status).toBe(404);
  });

  test("leaves other paths to REST", async () => {
    const withRest = await start({ rest: (request, response) => void response.end(`rest ${request.url}`) });
    expect(await (await fetch(`${url(withRest.port)}fees`)).text()).toBe("rest /fees");
    await withRest.close();
  });

  test("a public port has no administrators", async () => {
    const open = await start({ access: { admin: nobody, secureGateway: nobody } });
    const ask = (method: string) =>
      fetch(url(open.port), { method: "POST", body: JSON.stringify({ method }) });
    expect((await ask("halt")).status).toBe(403);
    expect(await (await ask("who")).json()).toMatchObject({ result: { role: "guest" } });
    await open.close();
  });

  test("a gateway names its callers", async () => {
    const behind = await start({ access: { admin: nobody, secureGateway: loopback } });
    const headers = { "X-User": "ann", "X-Forwarded-For": "203.0.113.9" };
    const response = await fetch(url(behind.port), { method: "POST", body: '{"method":"who"}', headers });
    expect(await response.json()).toMatchObject({
      result: { role: "identified", user: "ann", forwardedFor: "203.0.113.9" },
    });
    await behind.close();
  });

  test("rejects where the port is taken", async () => {
    await expect(start({ port: server.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  test("breaks off where it cannot write its answer, and goes on", async () => {
    const broken = await start({ dispatcher: unwritable });
    for (const method of ["now", "later"]) {
      await expect(
        fetch(url(broken.port), { method: "POST", body: JSON.stringify({ method }) }),
      ).rejects.toThrow();
    }
    expect(faults.splice(0)).toEqual([expect.any(TypeError), expect.any(TypeError)]);
    await broken.close();
  });

  test("finishes what is under way before it ends", async () => {
    const { begun } = slowCalls;
    const answer = post('{"method":"slow"}');
    while (slowCalls.begun === begun) await new Promise((resolve) => setTimeout(resolve, 1));
    const closed = server.close();
    expect((await answer).status).toBe(200);
    await closed;
    await expect(post('{"method":"who"}')).rejects.toThrow();
    server = await start();
  });
});

/** Answers with what JSON has no form for: a mistake of ours. */
const unwritable: Dispatcher = {
  find: () => undefined,
  run({ command }) {
    const reply = { mistake: 1n } as unknown as JsonObject;
    return command === "later" ? Promise.resolve(reply) : reply;
  },
};

/** A WebSocket that keeps what it hears. */
async function open(port = server.port): Promise<{ socket: WebSocket; next(): Promise<unknown> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  const heard: unknown[] = [];
  socket.on("message", (data) => {
    heard.push(JSON.parse(String(data)));
    socket.emit("heard");
  });
  await once(socket, "open");
  return {
    socket,
    async next() {
      while (heard.length === 0) await once(socket, "heard");
      return heard.shift();
    },
  };
}

describe("over WebSocket", () => {
  test("answers in an envelope", async () => {
    const { socket, next } = await open();
    socket.send('{"id":1,"command":"who","api_version":2}');
    expect(await next()).toEqual({
      result: { role: "admin", apiVersion: 2 },
      status: "success",
      id: 1,
      api_version: 2,
      type: "response",
    });
    socket.terminate();
  });

  test.each<[what: string, message: string, answer: object]>([
    [
      "no JSON",
      '{"command":"sign","secret":"sEd"',
      { error: "jsonInvalid", type: "error", value: '{"command":"sign","secret":"<masked>"' },
    ],
    ["a list", "[1]", { error: "jsonInvalid", type: "error", value: "[1]" }],
    [
      "no command",
      '{"id":1,"seed":"sEd"}',
      {
        error: "missingCommand",
        status: "error",
        type: "response",
        id: 1,
        request: { id: 1, seed: "<masked>" },
      },
    ],
    [
      "a version to come",
      '{"command":"who","api_version":7}',
      {
        error: "invalid_API_version",
        status: "error",
        type: "response",
        api_version: 7,
        request: { command: "who", api_version: 7 },
      },
    ],
  ])("refuses %s", async (_what, message, answer) => {
    const { socket, next } = await open();
    socket.send(message);
    expect(await next()).toEqual(answer);
    socket.terminate();
  });

  test("answers each message, a slow one when it is ready", async () => {
    const { socket, next } = await open();
    socket.send('{"id":"slow","command":"slow"}');
    socket.send('{"id":"quick","command":"who"}');
    expect(await next()).toMatchObject({ id: "quick" });
    expect(await next()).toMatchObject({ id: "slow" });
    socket.terminate();
  });

  test("answers all of many messages", async () => {
    const { socket, next } = await open();
    for (let id = 0; id < 500; id++) socket.send(JSON.stringify({ id, command: "slow" }));
    const ids = new Set<unknown>();
    while (ids.size < 500) ids.add(((await next()) as { id: number }).id);
    socket.terminate();
  });

  test("tells its owner when it has ended", async () => {
    const { socket, next } = await open();
    socket.send('{"command":"tell"}');
    expect(await next()).toEqual({ told: "x" });
    expect(await next()).toMatchObject({ result: { isHeard: true } });
    socket.close();
    await once(socket, "close");
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(ended).toHaveLength(1);
    ended[0]!.send("to nobody: no error");
  });

  test("cuts off a reader that is too slow, and nobody else waits", async () => {
    const narrow = await start({ sendQueueBytes: 100_000 });
    const slow = await open(narrow.port);
    const quick = await open(narrow.port);
    slow.socket.pause();
    slow.socket.send('{"command":"tell","times":400,"length":100000}');
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    quick.socket.send('{"command":"tell","length":90000}');
    expect(await quick.next()).toEqual({ told: "x".repeat(90_000) });
    expect(ended).toHaveLength(1);
    quick.socket.terminate();
    slow.socket.terminate();
    await narrow.close();
  });

  test("lets a client take its time with what it asked for", async () => {
    const narrow = await start({ sendQueueBytes: 100_000 });
    const { socket, next } = await open(narrow.port);
    socket.pause();
    for (let id = 0; id < 20; id++) socket.send(`{"id":${id},"command":"much","length":1000000}`);
    socket.send('{"id":"told","command":"tell"}');
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.resume();
    for (let id = 0; id < 20; id++) expect(await next()).toMatchObject({ id, status: "success" });
    expect(await next()).toEqual({ told: "x" });
    expect(await next()).toMatchObject({ id: "told" });
    socket.terminate();
    await narrow.close();
  });

  test("ends a connection with a message that is much too long", async () => {
    const { socket } = await open();
    socket.send("x".repeat(2_100_000));
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(1009);
  });

  test("serves a thousand connections", async () => {
    const all = await Promise.all(Array.from({ length: 1_000 }, () => open()));
    for (const { socket } of all) socket.send('{"command":"tell"}');
    for (const { next } of all) expect(await next()).toEqual({ told: "x" });
    for (const { socket } of all) socket.terminate();
  });

  test("ends a connection where it cannot write its answer, and goes on", async () => {
    const broken = await start({ dispatcher: unwritable });
    for (const command of ["now", "later"]) {
      const { socket } = await open(broken.port);
      socket.send(JSON.stringify({ command }));
      expect((await once(socket, "close"))[0]).toBe(1011);
    }
    expect(faults.splice(0)).toEqual([expect.any(TypeError), expect.any(TypeError)]);
    await broken.close();
  });

  test("says good-bye when the server ends", async () => {
    const { socket } = await open();
    const closed = once(socket, "close");
    await server.close();
    expect((await closed)[0]).toBe(1001);
    server = await start();
  });
});

describe("a port of one protocol", () => {
  test("for WebSockets refuses HTTP", async () => {
    const other = await start({ protocols: ["ws"] });
    for (const method of ["GET", "POST"]) {
      expect((await fetch(url(other.port), { method })).status).toBe(403);
    }
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/`);
    await once(socket, "open");
    socket.close();
    await once(socket, "close");
    await other.close();
  });

  test("for HTTP refuses WebSockets", async () => {
    const other = await start({ protocols: ["http"] });
    expect((await fetch(url(other.port), { method: "POST", body: '{"method":"who"}' })).status).toBe(200);
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/`);
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toContain("403");
    await other.close();
  });
});

describe("clients that are gone, or might as well be", () => {
  const request = (body: string): string =>
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  /** Closed in whatever way, with a reset too. */
  const closed = (socket: Socket): Promise<void> =>
    new Promise((resolve) => socket.on("error", () => {}).on("close", () => resolve()));

  test("a reply that nobody reads, and a request that does not go on, are given up", async () => {
    const other = await start({ stalledMilliseconds: 100 });
    const unread = connect(other.port, "127.0.0.1").pause();
    let read = 0;
    unread.on("data", (data) => (read += data.length));
    unread.write(request('{"method":"much","params":[{"length":20000000}]}'));
    const unfinished = connect(other.port, "127.0.0.1").resume();
    unfinished.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    await closed(unfinished);
    await new Promise((resolve) => setTimeout(resolve, 300));
    unread.resume(); // too late
    await closed(unread);
    expect(read).toBeLessThan(20_000_000);
    await other.close();
  });

  test("a WebSocket that does not answer a ping is ended with its subscriptions; one that does stays", async () => {
    const other = await start({ heartbeatMilliseconds: 50 });
    const present = new WebSocket(url(other.port));
    const absent = new WebSocket(url(other.port), { autoPong: false });
    await Promise.all([once(present, "open"), once(absent, "open")]);
    await once(absent, "close");
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(ended).toHaveLength(1);
    expect(present.readyState).toBe(WebSocket.OPEN);
    present.terminate();
    await other.close();
  });

  test("of WebSockets that together leave too many answers unread, those with most are ended", async () => {
    const other = await start({ unreadBytes: 12_000_000 });
    const lengths = [1_000_000, 8_000_000, 9_000_000];
    const sockets = lengths.map(() => new WebSocket(url(other.port)));
    await Promise.all(sockets.map((socket) => once(socket, "open")));
    for (const [i, socket] of sockets.entries()) {
      socket.pause();
      socket.on("error", () => {});
      socket.send(`{"command":"much","length":${lengths[i]}}`);
    }
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(ended).toHaveLength(1);
    // The others still get theirs.
    const answers = sockets.slice(0, 2).map((socket) => once(socket, "message"));
    for (const socket of sockets) socket.resume();
    for (const [answer] of await Promise.all(answers)) expect(String(answer)).toContain('"success"');
    for (const socket of sockets) socket.terminate();
    await other.close();
  });

  test("beyond the limit, connections are closed at once, and there is room again when others leave", async () => {
    const other = await start({ maxConnections: 2 });
    const sockets = [connect(other.port, "127.0.0.1"), connect(other.port, "127.0.0.1")];
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    // Both are taken up before the third comes.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closed(connect(other.port, "127.0.0.1").resume());
    sockets[0]!.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const response = await fetch(url(other.port), { method: "POST", body: '{"method":"who"}' });
    expect(response.status).toBe(200);
    sockets[1]!.destroy();
    await other.close();
  });
});
