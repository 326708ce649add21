import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { Dispatcher } from "../../commands/dispatch.ts";
import type { Subscriber } from "../../commands/subscriptions/subscriber.ts";
import type { HttpCaller } from "../jsonrpc/jsonRpc.ts";
import { answerMessage } from "./answerMessage.ts";
import { Connection, defaultSendQueueBytes } from "./connection.ts";
import { Outlet } from "./outlet.ts";

/** A longer message ends the connection: answering it would only repeat it. */
const maxMessageBytes = 2_000_000;
/** Answers that all connections together may leave unread, in bytes. Events are not counted: connections share them. */
const defaultUnreadBytes = 512 * 1024 * 1024;
const unreadCheckMilliseconds = 500;
/** Messages of one connection that may wait for their answers; further ones are not read meanwhile. */
const maxWaiting = 100;
const goingAway = 1001;
const defaultHeartbeatMilliseconds = 60_000;
const internalError = 1011;

/** What a port's WebSockets stand on. */
export interface WebSocketsOptions {
  readonly dispatcher: Dispatcher;
  /** What a connection may leave unread, in bytes. */
  readonly sendQueueBytes?: number | undefined;
  /** What all connections together may leave unread of their answers, in bytes. */
  readonly unreadBytes?: number | undefined;
  /** How often connections are asked whether they are still there. */
  readonly heartbeatMilliseconds?: number | undefined;
  /** Told when a connection has ended, so that its subscriptions end too. */
  onEnd(subscriber: Subscriber): void;
  /** Told of an answer that could not be written. */
  onFault(error: unknown): void;
}

/** The WebSocket side of a port. */
export interface WebSockets {
  /** Takes over a connection that asks to become a WebSocket. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer, caller: HttpCaller): void;
  /** Ends all connections. */
  close(): void;
}

/** Makes the WebSocket side of a port; the port's server hands connections over. */
export function createWebSockets(options: WebSocketsOptions): WebSockets {
  const { dispatcher, onEnd, onFault, sendQueueBytes } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  const outlet = new Outlet();
  const connections = new Set<Connection>();
  const unreadCheck = setInterval(
    () => cutOffMost(connections, options.unreadBytes ?? defaultUnreadBytes),
    unreadCheckMilliseconds,
  ).unref();
  /** Connections that have not been heard of since they were asked. */
  const silent = new Set<WebSocket>();
  const heartbeat = setInterval(() => {
    for (const socket of server.clients) {
      // A client that vanished without a word would stay for ever.
      if (silent.has(socket)) socket.terminate();
      else {
        silent.add(socket);
        socket.ping();
      }
    }
  }, options.heartbeatMilliseconds ?? defaultHeartbeatMilliseconds).unref();

  function serve(socket: WebSocket, stream: Duplex, caller: HttpCaller): void {
    const isUnlimited = caller.origin.isAdmin;
    const mayWait = sendQueueBytes ?? defaultSendQueueBytes;
    const connection = new Connection(socket, stream, outlet, isUnlimited, mayWait);
    connections.add(connection);
    const sender = { ...caller, subscriber: connection };
    /** What came with the message after which no more are read for now. */
    const unanswered: string[] = [];
    let waiting = 0;
    const isBusy = (): boolean => waiting >= maxWaiting || connection.isBehind;

    const answer = (message: string): void => {
      waiting++;
      try {
        const text = answerMessage(message, sender, dispatcher);
        if (text instanceof Promise) text.then(answered).then(goOn).catch(failed);
        else answered(text);
      } catch (error) {
        failed(error);
      }
    };
    const answered = (text: string | Buffer): void => {
      waiting--;
      connection.answer(text);
    };
    /** The client would wait for its answer for ever. */
    const failed = (error: unknown): void => {
      onFault(error);
      socket.close(internalError);
    };
    const goOn = (): void => {
      while (unanswered.length > 0 && !isBusy()) answer(unanswered.shift()!);
      if (isBusy()) socket.pause();
      else if (socket.isPaused) socket.resume();
    };
    const hear = (): void => void silent.delete(socket);
    socket.on("pong", hear);
    socket.on("message", (data: RawData) => {
      hear();
      unanswered.push(String(data));
      goOn();
    });
    stream.on("drain", () => {
      hear(); // it reads, though perhaps too slowly to have come to our question
      goOn();
    });
    // The close that follows ends it; ws has told the client what was wrong.
    socket.on("error", () => {});
    socket.on("close", () => {
      hear();
      unanswered.length = 0;
      connections.delete(connection);
      onEnd(connection);
    });
  }

  return {
    upgrade(request, stream, head, caller) {
      server.handleUpgrade(request, stream, head, (opened) => serve(opened, stream, caller));
    },
    close() {
      clearInterval(heartbeat);
      clearInterval(unreadCheck);
      for (const socket of server.clients) {
        socket.close(goingAway, "Shutting Down");
        // Whoever does not answer the good-bye in time is gone anyway.
        setTimeout(() => socket.terminate(), 100).unref();
      }
      server.close();
    },
  };
}

/** Ends the connections that leave most of their answers unread, until all of them together leave no more than this. */
function cutOffMost(connections: Iterable<Connection>, unreadBytes: number): void {
  const unread: { readonly connection: Connection; readonly bytes: number }[] = [];
  let total = 0;
  for (const connection of connections) {
    const bytes = connection.unreadReplies();
    if (bytes === 0) continue;
    unread.push({ connection, bytes });
    total += bytes;
  }
  if (total <= unreadBytes) return;
  unread.sort((a, b) => b.bytes - a.bytes);
  for (const { connection, bytes } of unread) {
    if (total <= unreadBytes) return;
    connection.cutOff();
    total -= bytes;
  }
}
