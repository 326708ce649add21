import type { WebSocket } from "ws";
import type { Subscriber } from "../../commands/subscriptions/subscriber.ts";

/** What may wait for a connection to take it, in bytes. Beyond this the reader is too slow, and cut off. */
export const defaultSendQueueBytes = 8 * 1024 * 1024;
/** Close code and reason for a reader that is too slow. */
const policyViolation = 1008;

/** A WebSocket as something that can be told things. */
export class Connection implements Subscriber {
  readonly isUnlimited: boolean;
  private readonly socket: WebSocket;
  private readonly sendQueueBytes: number;

  constructor(socket: WebSocket, isUnlimited: boolean, sendQueueBytes: number) {
    this.socket = socket;
    this.isUnlimited = isUnlimited;
    this.sendQueueBytes = sendQueueBytes;
  }

  send(message: string): void {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > this.sendQueueBytes) {
      socket.close(policyViolation, "Client is too slow.");
      // It is not going to read our good-bye either.
      socket.terminate();
      return;
    }
    socket.send(message);
  }
}
