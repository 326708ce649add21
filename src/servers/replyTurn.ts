import type { ServerResponse } from "node:http";
import { giveBack } from "./replyText.ts";

export const jsonType = "application/json; charset=UTF-8";

/** How long a reply may wait for others of its turn. */
const patienceMilliseconds = 1;
/** When nothing happens for so long after the last reply was made, something long had the turn. */
const lateMilliseconds = 3;
/** For how long replies do not wait then. */
const busyMilliseconds = 100;

interface WholeReply {
  readonly response: ServerResponse;
  readonly status: number;
  readonly text: string | Buffer;
}

/**
 * Lets the replies that are made in one turn of the event loop go out together at its end. A write that wakes a client of
 * the same machine costs twice as much as one to a client that is awake, and what is written together wakes it once.
 *
 * While long work is done in slices, as when a ledger closes, the next slice may come before the turn's end, and the
 * replies would wait for it. When that has happened, replies go out at once for a while.
 */
export class ReplyTurn {
  private waiting: WholeReply[] = [];
  /** When the first that waits was made, and the last. */
  private since = 0;
  private latest = 0;
  private busyUntil = 0;

  /** Sends a reply whose text is whole, soon. */
  send(response: ServerResponse, status: number, text: string | Buffer): void {
    const now = performance.now();
    if (now < this.busyUntil) {
      sendWhole({ response, status, text });
      return;
    }
    this.latest = now;
    if (this.waiting.push({ response, status, text }) === 1) {
      this.since = now;
      setImmediate(this.end);
    } else if (now > this.since + patienceMilliseconds) this.sendWaiting();
  }

  private readonly end = (): void => {
    const now = performance.now();
    if (now > this.latest + lateMilliseconds) this.busyUntil = now + busyMilliseconds;
    this.sendWaiting();
  };

  private sendWaiting(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const reply of waiting) sendWhole(reply);
  }
}

function sendWhole({ response, status, text }: WholeReply): void {
  response.writeHead(status, { "Content-Type": jsonType, "Content-Length": Buffer.byteLength(text) });
  if (typeof text === "string") response.end(text);
  else response.end(text, () => giveBack(text));
}
