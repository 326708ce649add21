import type { Random } from "../random.ts";
import { type Attack, inParallel } from "./attack.ts";
import { breakText } from "./brokenText.ts";
import { withoutSecrets } from "./guarded.ts";
import { oddJson } from "./oddJson.ts";
import { rawExchange } from "./rawExchange.ts";

/** Requests of every command with odd parameters, in every envelope, to both ports. */
export const oddCalls: Attack = async ({ server, random: all, oddRequest, size }) => {
  await inParallel(all, 250 * size, 8, (random) => {
    const { command, ...params } = oddRequest(random);
    const version = random.pick([
      {},
      {},
      { api_version: 2 },
      { ripplerpc: "3.0" },
      { ripplerpc: "2.0", id: 1 },
    ]);
    const request = { ...params, ...version };
    const body = random.pick<() => unknown>([
      () => ({ method: command, params: [request] }),
      () => ({ command, id: oddJson(random), ...request }),
      () => ({
        method: "batch",
        params: [{ method: command, ...request }, { method: command, ...request }, oddJson(random)],
      }),
      () => ({ method: command, params: random.chance(0.5) ? request : oddJson(random) }),
    ])();
    return server.post(JSON.stringify(body), random.pick([server.port, server.publicPort]));
  });
};

/** Documents that are wounded. */
export const brokenDocuments: Attack = async ({ server, random: all, oddRequest, size }) => {
  await inParallel(all, 150 * size, 8, (random) => {
    const { command, ...params } = oddRequest(random);
    const text = JSON.stringify({ method: command, params: [params] });
    const broken = breakText(random, withoutSecrets(text));
    // A wound may happen to ask for the end.
    return broken.includes('"stop"') ? Promise.resolve() : server.post(broken, server.port);
  });
  const huge = 990_000;
  for (const body of [
    "[".repeat(huge),
    '{"a":'.repeat(huge / 5),
    `{"method":"${"x".repeat(huge)}`,
    `{"method":"${"\\u0041".repeat(huge / 6)}", }`,
    `/*${"*".repeat(huge)}`,
    `{"method":"ping","id":${"9".repeat(huge)}}`,
    `{"method":"batch","params":[${'{"method":"ping"},'.repeat(huge / 18)}0]}`,
    `{"method":"batch","params":[${'{"method":"server_definitions"},'.repeat(huge / 33)}0]}`,
    "\n".repeat(huge),
    "x".repeat(3_000_000),
  ]) {
    if (all.chance(size > 1 ? 1 : 0.4)) await server.post(body, server.publicPort);
  }
};

const call = '{"method":"ping"}';
const http = (head: string, body = ""): string => `${head}\r\nHost: x\r\nConnection: close\r\n\r\n${body}`;
const withLength = (length: number | string, body = call): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Requests that are hardly HTTP. What matters is that others are not disturbed. */
export const oddHttp: Attack = async ({ server, random: all, size }) => {
  await inParallel(all, 60 * size, 12, (random) => {
    const port = random.pick([server.port, server.publicPort]);
    const gapMilliseconds = random.pick([0, 0, 0, 2]);
    const vanishMilliseconds = random.chance(0.3) ? random.below(50) : undefined;
    return rawExchange(port, hardlyHttp(random), { gapMilliseconds, vanishMilliseconds });
  });
};

/** What to write to a connection, in pieces. */
function hardlyHttp(random: Random): (string | Buffer)[] {
  const garbage = (length: number): Buffer => Buffer.from(Array.from({ length }, () => random.below(256)));
  return random.pick<() => (string | Buffer)[]>([
    () => [garbage(random.pick([1, 100, 10_000]))],
    () => [Buffer.from("16030100dc010000d8", "hex"), garbage(200)],
    () => ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    () => [http(`${random.pick(["FOO", "get", "CONNECT", "TRACE", "PATCH", "OPTIONS"])} / HTTP/1.1`)],
    () => [
      http(
        `POST ${random.pick(["/%zz", "//", "/../..", "*", "http://x/", "/?a=%00", `/${"a".repeat(9000)}`])} HTTP/1.1`,
      ),
    ],
    () => [withLength(random.pick(["-1", "1e3", "99999999999999999999", "5, 6", "0x10", ""]))],
    () => [withLength(call.length, call.slice(0, random.below(call.length)))],
    () => [withLength(3_000_000, "x".repeat(1_500_000))],
    () => [breakText(random, withLength(call.length))],
    () => [withLength(call.length).repeat(random.pick([2, 20, 500]))],
    () => [...withLength(call.length)],
    () => [
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...[...call].map((one) => `1\r\n${one}\r\n`),
      "0\r\n\r\n",
    ],
    () => [
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
      random.pick(["zz\r\n", "ffffffffffffffff\r\n", "-1\r\n", "5;a=b\r\nhello"]),
    ],
    () => [`POST / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(3000)}\r\n`],
    () => [`POST / HTTP/1.1\r\nHost: x\r\nA: ${"b".repeat(100_000)}\r\n\r\n`],
    () => [
      `POST / HTTP/1.1\r\nHost: x\r\nExpect: ${random.pick(["100-continue", "miracles"])}\r\nContent-Length: 17\r\n\r\n${call}`,
    ],
    () => ["GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"],
    () => [
      `POST / HTTP/1.1\r\nHost: x\r\nX-User: ${"a".repeat(5000)}\r\nForwarded: for=,,;;"\r\nContent-Length: 17\r\n\r\n${call}`,
    ],
  ])();
}

/** Many connections at once: some say nothing, some half of something, some leave at once. */
export const flood: Attack = async ({ server, random, size }) => {
  const connections = Array.from({ length: 150 * size }, () => {
    const pieces = random.pick([[], ["POST / HT"], [withLength(100, "{")], [withLength(call.length)]]);
    return rawExchange(server.port, pieces, { vanishMilliseconds: random.below(200) });
  });
  await server.checkUp("a flood has begun");
  await Promise.all(connections);
};
