import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Subscriber } from "../../commands/subscriptions/subscriber.ts";
import type { Outlet } from "./outlet.ts";

/** What may wait for a connection to take it, in bytes. Beyond this the reader is too slow, and cut off. */
export const defaultSendQueueBytes = 8 * 1024 * 1024;
/** Close code and reason for a reader that is too slow. */
const policyViolation = 1008;

/** A WebSocket as something that can be told things. */
export class Connection implements Subscriber {
  readonly isUnlimited: boolean;
  private readonly socket: WebSocket;
  /** What the WebSocket writes to. */
  private readonly stream: Duplex;
  private readonly outlet: Outlet;
  private readonly sendQueueBytes: number;
  private replyBytes = 0;

  constructor(
    socket: WebSocket,
    stream: Duplex,
    outlet: Outlet,
    isUnlimited: boolean,
    sendQueueBytes: number,
  ) {
    this.socket = socket;
    this.stream = stream;
    this.outlet = outlet;
    this.isUnlimited = isUnlimited;
    this.sendQueueBytes = sendQueueBytes;
  }

  /** Tells what the client has not asked for. A client that leaves too much of it unread is cut off. */
  send(message: string): void {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > this.sendQueueBytes + this.unreadReplies()) this.cutOff();
    else this.write(bytesOf(message));
  }

  /** Ends a connection whose client reads too slowly. */
  cutOff(): void {
    this.socket.close(policyViolation, "Client is too slow.");
    // It is not going to read our good-bye either.
    this.socket.terminate();
  }

  /** Answers a request. However long the answer is, the client may take its time. */
  answer(text: string | Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
    this.replyBytes = this.unreadReplies() + bytes.length;
    this.write(bytes);
  }

  /** The client should read what it asked for before it asks for more. */
  get isBehind(): boolean {
    return this.socket.bufferedAmount > this.sendQueueBytes;
  }

  /** Bytes of answers that may be unread, at most. */
  unreadReplies(): number {
    this.replyBytes = Math.min(this.replyBytes, this.socket.bufferedAmount);
    return this.replyBytes;
  }

  private write(bytes: Buffer): void {
    this.outlet.hold(this.stream);
    this.socket.send(bytes, asText);
  }
}

const asText = { binary: false };

let lastMessage = "";
let lastBytes: Buffer = Buffer.alloc(0);

/** What everybody is told is made bytes once: it comes here for each of them, one after the other. */
function bytesOf(message: string): Buffer {
  if (message !== lastMessage) {
    lastMessage = message;
    lastBytes = Buffer.from(message, "utf8");
  }
  return lastBytes;
}
