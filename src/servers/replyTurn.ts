import type { ServerResponse } from "node:http";

export const jsonType = "application/json; charset=UTF-8";

/** How long a reply may wait for others of its turn, once there is another one. */
const patienceMilliseconds = 1;

interface WholeReply {
  readonly response: ServerResponse;
  readonly status: number;
  readonly text: string | Buffer;
}

/**
 * Lets the replies that are made in one turn of the event loop go out together at its end. A write that wakes a client of
 * the same machine costs twice as much as one to a client that is awake, and what is written together wakes it once.
 */
export class ReplyTurn {
  private waiting: WholeReply[] = [];
  private sendAt = 0;

  /** Sends a reply whose text is whole, soon. */
  send(response: ServerResponse, status: number, text: string | Buffer): void {
    const now = performance.now();
    if (this.waiting.push({ response, status, text }) === 1) {
      this.sendAt = now + patienceMilliseconds;
      setImmediate(this.end);
    } else if (now > this.sendAt) this.end();
  }

  private readonly end = (): void => {
    const { waiting } = this;
    this.waiting = [];
    for (const { response, status, text } of waiting) sendWhole(response, status, text);
  };
}

function sendWhole(response: ServerResponse, status: number, text: string | Buffer): void {
  response.writeHead(status, { "Content-Type": jsonType, "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}
