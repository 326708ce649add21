import { once } from "node:events";
import { WebSocket } from "ws";
import { Random } from "../random.ts";
import { type Attack, type AttackContext, inParallel, milliseconds } from "./attack.ts";
import { type AttackedServer, patienceMilliseconds } from "./attackedServer.ts";
import { breakText } from "./brokenText.ts";
import { withoutSecrets } from "./guarded.ts";
import { rawExchange } from "./rawExchange.ts";

/** Opens a WebSocket; errors that follow are not ours. */
async function open(server: AttackedServer, port: number): Promise<WebSocket> {
  const socket = new WebSocket(server.url(port).replace("http", "ws"));
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

/** Longer messages end the connection: in UTF-8 they may have more than 2,000,000 bytes. */
const mostLetters = 900_000;

/** Sends a message and judges the answer to it. */
async function ask(server: AttackedServer, socket: WebSocket, message: string): Promise<void> {
  server.requests++;
  const answered = new Promise<string | undefined>((resolve) => {
    const settle = (text?: string): void => {
      clearTimeout(late);
      socket.off("message", hear);
      socket.off("close", leave);
      resolve(text);
    };
    const leave = (): void => settle();
    const late = setTimeout(leave, patienceMilliseconds);
    const hear = (data: unknown): void => {
      const text = String(data);
      if (isAnswer(text)) settle(text);
    };
    socket.on("message", hear);
    socket.on("close", leave);
  });
  socket.send(message);
  const text = await answered;
  if (text === undefined) server.judge.note(`WebSocket ${message.slice(0, 300)}: no answer`);
  else server.judge.json(`WebSocket ${message.slice(0, 300)}`, text);
}

/** Events come in between. What is no JSON at all is judged as an answer. */
function isAnswer(text: string): boolean {
  try {
    const { type } = JSON.parse(text) as { readonly type?: unknown };
    return type === "response" || type === "error";
  } catch {
    return true;
  }
}

/** Odd commands and broken messages, one after the other on a few connections. */
export const oddMessages: Attack = async ({ server, random: all, oddRequest, size }) => {
  await inParallel(all, 4, 4, async (random) => {
    const socket = await open(server, random.pick([server.port, server.publicPort]));
    for (let message = 0; message < 40 * size; message++) {
      const text = JSON.stringify({ id: message, ...oddRequest(random) });
      const broken = random.chance(0.3) ? breakText(random, withoutSecrets(text)) : text;
      if (!broken.includes('"stop"')) await ask(server, socket, broken.slice(0, mostLetters));
    }
    socket.terminate();
  });
};

const handshake =
  "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

/** Frames that no client sends. */
export const oddFrames: Attack = async ({ server, random: all, size }) => {
  await inParallel(all, 25 * size, 8, (random) => {
    const head = random.chance(0.2) ? breakText(random, handshake) : handshake;
    return rawExchange(server.port, [head, oddFrame(random)], { gapMilliseconds: 5, waitMilliseconds: 60 });
  });
};

const oddFrame = (random: Random): Buffer =>
  random.pick<() => Buffer>([
    () => Buffer.from(Array.from({ length: 300 }, () => random.below(256))),
    () => Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
    () => Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    () => Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xff]),
    () => Buffer.from([0x88, 0x81, 0, 0, 0, 0, 0]),
    () => Buffer.concat(Array.from({ length: 5000 }, () => Buffer.from([0x89, 0x80, 0, 0, 0, 0]))),
    () => Buffer.concat(Array.from({ length: 5000 }, () => Buffer.from([0x01, 0x80, 0, 0, 0, 0]))),
    () => Buffer.from([0x81, 0xfe, 0x10]),
    () => Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
  ])();

/**
 * A crowd of subscribers: most listen, some never read, some vanish. Those who listen hear of every ledger and
 * everybody is served meanwhile.
 */
export const crowd: Attack = async (context) => {
  const { server, random, size } = context;
  const count = 60 * size;
  const subscribers = await Promise.all(
    Array.from({ length: count }, () => subscriber(context, new Random(random.bits()))),
  );
  const ledgers = 3;
  for (let ledger = 0; ledger < ledgers; ledger++) {
    await server.ask("submit", {
      secret: "masterpassphrase",
      tx_json: { TransactionType: "AccountSet", Account: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh" },
    });
    await server.ask("ledger_accept");
    for (const { socket, mood } of subscribers) {
      if (mood === "vanishes" && random.chance(0.5)) socket.terminate();
    }
  }
  await server.checkUp("a crowd has come");
  const end = performance.now() + patienceMilliseconds;
  const listeners = subscribers.filter(({ mood }) => mood === "listens");
  while (listeners.some(({ heard }) => heard.ledgers < ledgers) && performance.now() < end)
    await milliseconds(20);
  const deaf = listeners.filter(({ heard }) => heard.ledgers < ledgers).length;
  if (deaf > 0) server.judge.note(`${deaf} of ${listeners.length} subscribers did not hear of every ledger`);
  for (const { socket } of subscribers) socket.terminate();
};

interface CrowdMember {
  readonly socket: WebSocket;
  readonly mood: "listens" | "never reads" | "vanishes";
  readonly heard: { ledgers: number };
}

async function subscriber({ server, oddRequest }: AttackContext, random: Random): Promise<CrowdMember> {
  const socket = await open(server, random.pick([server.port, server.publicPort]));
  const mood = random.pick<CrowdMember["mood"]>(["listens", "listens", "never reads", "vanishes"]);
  const heard = { ledgers: 0 };
  socket.on("message", (data) => {
    if (String(data).includes('"type":"ledgerClosed"')) heard.ledgers++;
  });
  await ask(
    server,
    socket,
    '{"id":0,"command":"subscribe","streams":["ledger","transactions","transactions_proposed","server","book_changes"]}',
  );
  if (mood === "never reads") {
    socket.pause();
    for (let request = 0; request < 30; request++) {
      socket.send(
        random.chance(0.5) ? '{"command":"server_definitions"}' : JSON.stringify(oddRequest(random)),
      );
    }
  }
  return { socket, mood, heard };
}
