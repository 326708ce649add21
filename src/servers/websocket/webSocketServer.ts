import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { Dispatcher } from "../../commands/dispatch.ts";
import type { Subscriber } from "../../commands/subscriptions/subscriber.ts";
import type { HttpCaller } from "../jsonrpc/jsonRpc.ts";
import { answerMessage } from "./answerMessage.ts";
import { Connection, defaultSendQueueBytes } from "./connection.ts";

/** A longer message ends the connection: answering it would only repeat it. */
const maxMessageBytes = 2_000_000;
/** Messages of one connection that may wait for their answers; further ones are not read meanwhile. */
const maxWaiting = 100;
const goingAway = 1001;

export interface WebSocketsOptions {
  readonly dispatcher: Dispatcher;
  /** What a connection may leave unread, in bytes. */
  readonly sendQueueBytes?: number | undefined;
  /** Told when a connection has ended, so that its subscriptions end too. */
  onEnd(subscriber: Subscriber): void;
}

/** The WebSocket side of a port. */
export interface WebSockets {
  /** Takes over a connection that asks to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, caller: HttpCaller): void;
  /** Ends all connections. */
  close(): void;
}

export function createWebSockets({ dispatcher, onEnd, sendQueueBytes }: WebSocketsOptions): WebSockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    // The subscribers' messages are text of ours; checking it again costs a third of sending it.
    skipUTF8Validation: false,
  });

  function serve(socket: WebSocket, caller: HttpCaller): void {
    const isUnlimited = caller.origin.isAdmin;
    const connection = new Connection(socket, isUnlimited, sendQueueBytes ?? defaultSendQueueBytes);
    const sender = { ...caller, subscriber: connection };
    let waiting = 0;

    const answered = (text: string): void => {
      connection.send(text);
      if (waiting-- === maxWaiting) socket.resume();
    };
    socket.on("message", (data: RawData) => {
      if (++waiting === maxWaiting) socket.pause();
      const answer = answerMessage(String(data), sender, dispatcher);
      if (typeof answer === "string") answered(answer);
      else void answer.then(answered);
    });
    // The close that follows ends it; ws has told the client what was wrong.
    socket.on("error", () => {});
    socket.on("close", () => onEnd(connection));
  }

  return {
    upgrade(request, socket, head, caller) {
      server.handleUpgrade(request, socket, head, (opened) => serve(opened, caller));
    },
    close() {
      for (const socket of server.clients) {
        socket.close(goingAway, "Shutting Down");
        // Whoever does not answer the good-bye in time is gone anyway.
        setTimeout(() => socket.terminate(), 100).unref();
      }
      server.close();
    },
  };
}
