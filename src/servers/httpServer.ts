import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dispatcher } from "../commands/dispatch.ts";
import type { Subscriber } from "../commands/subscriptions/subscriber.ts";
import { allProtocols, originFinder, type PortAccess, type Protocol } from "./access.ts";
import { requestHeadersOf } from "./forwarding.ts";
import { answerJsonRpc, type HttpAnswer, type HttpCaller, maxRequestBytes } from "./jsonrpc/jsonRpc.ts";
import { ReplyTurn } from "./replyTurn.ts";
import { sendText } from "./sendText.ts";
import { createWebSockets } from "./websocket/webSocketServer.ts";

/** Answers requests that are neither JSON-RPC nor WebSocket: REST, documentation, the explorer's page. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a port is made of. */
export interface HttpServerOptions {
  readonly dispatcher: Dispatcher;
  readonly access: PortAccess;
  /** What the port speaks; default: everything. */
  readonly protocols?: readonly Protocol[] | undefined;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly rest?: RestHandler | undefined;
  /** What a WebSocket may leave unread, in bytes. */
  readonly sendQueueBytes?: number | undefined;
  /** What all WebSockets together may leave unread of their answers, in bytes. */
  readonly unreadBytes?: number | undefined;
  /** Further connections are closed at once, so that the files of the ledger can still be opened; default: no limit. */
  readonly maxConnections?: number | undefined;
  /** A connection in whose request or reply nothing moves for so long is closed. */
  readonly stalledMilliseconds?: number | undefined;
  /** How often WebSockets are asked whether they are still there. One that has not answered by the next time is closed. */
  readonly heartbeatMilliseconds?: number | undefined;
  /** Told when a WebSocket has ended. */
  onSubscriberEnd(subscriber: Subscriber): void;
  /** Told of a reply that could not be sent to its end because of a mistake of ours. */
  onFault(error: unknown): void;
}

/** A port that listens. */
export interface RunningHttpServer {
  readonly port: number;
  /** Takes no more connections, finishes what is under way, and ends the rest. */
  close(): Promise<void>;
}

/** Starts one port: JSON-RPC at `POST /`, WebSocket, and REST elsewhere. Rejects where it cannot listen. */
export async function startHttpServer(options: HttpServerOptions): Promise<RunningHttpServer> {
  const { dispatcher, rest, host, sendQueueBytes, onSubscriberEnd, protocols = allProtocols } = options;
  const originOf = originFinder(options.access);
  const webSockets = createWebSockets({
    dispatcher,
    sendQueueBytes,
    unreadBytes: options.unreadBytes,
    heartbeatMilliseconds: options.heartbeatMilliseconds,
    onEnd: onSubscriberEnd,
    onFault: options.onFault,
  });

  const turn = new ReplyTurn();
  const send = (response: ServerResponse, { status, body }: HttpAnswer): void =>
    void sendText(response, status, body, turn)?.catch((error: unknown) => options.onFault(error));
  const callerOf = (request: IncomingMessage): HttpCaller => {
    const origin = originOf(request.socket.remoteAddress ?? "");
    return { origin, ...requestHeadersOf(request, origin) };
  };
  const answerPost = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const failed = (error: unknown): void => {
      response.destroy();
      options.onFault(error);
    };
    try {
      const answer = answerJsonRpc(body, callerOf(request), dispatcher);
      if (answer instanceof Promise) answer.then((settled) => send(response, settled)).catch(failed);
      else send(response, answer);
    } catch (error) {
      failed(error);
    }
  };
  const server = createServer((request, response) => {
    if (!protocols.includes("http")) {
      send(response, { status: 403, body: "Forbidden\r\n" });
    } else if (request.method === "POST" && isRoot(request.url)) {
      readBody(request, (body) => {
        if (body === undefined) return send(response, tooLong);
        answerPost(request, response, body);
      });
    } else if (rest !== undefined) {
      rest(request, response);
    } else {
      sendStatusPage(request, response);
    }
  });
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  server.timeout = options.stalledMilliseconds ?? defaultStalledMilliseconds;
  server.on("upgrade", (request, socket, head) => {
    if (protocols.includes("ws")) webSockets.upgrade(request, socket, head, callerOf(request));
    else socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
  });
  // A request that is not HTTP at all.
  server.on("clientError", (_error, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  server.keepAliveTimeout = unusedMilliseconds;
  await listen(server, host, options.port);

  return {
    port: (server.address() as AddressInfo).port,
    close() {
      webSockets.close();
      return endConnections(server);
    },
  };
}

/** How long a connection stays open that nobody uses. After Node's five seconds, clients meet it just as it closes. */
const unusedMilliseconds = 65_000;

/** Longer than any command takes: one that is under way counts as standing still. */
const defaultStalledMilliseconds = 120_000;

/** How long requests that are under way at the end may take. */
const graceMilliseconds = 5_000;

/** Fulfilled when the last connection has ended. One is ended as soon as it has nothing under way. */
function endConnections(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const grace = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(grace);
      resolve();
    });
  });
}

const isRoot = (url: string | undefined): boolean =>
  url === "/" || url === "" || url?.startsWith("/?") === true;

const tooLong: HttpAnswer = { status: 400, body: "Unable to parse request: \r\n" };

/** Hands the whole body on as text; undefined where it is too long. */
function readBody(request: IncomingMessage, use: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxRequestBytes) chunks.push(chunk);
  });
  request.on("end", () => {
    if (length > maxRequestBytes) use(undefined);
    else use(chunks.length === 1 ? chunks[0]!.toString("utf8") : Buffer.concat(chunks).toString("utf8"));
  });
}

/** What stands here before there is anything better: that the server runs. */
function sendStatusPage(request: IncomingMessage, response: ServerResponse): void {
  const isPage = request.method === "GET" && isRoot(request.url);
  const body = isPage ? "<!DOCTYPE html><title>xagd</title><p>This server answers.</p>\n" : "Not Found\r\n";
  response.writeHead(isPage ? 200 : 404, {
    "Content-Type": isPage ? "text/html; charset=UTF-8" : "text/plain; charset=UTF-8",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
