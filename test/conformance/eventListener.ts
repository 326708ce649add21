import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Json } from "./recording.ts";

/** How often to look for messages that do not come. */
const patience = 100;

/** One WebSocket connection: asks one thing at a time, and collects what comes unasked. */
export class EventListener {
  private readonly url: string;
  private socket: WebSocket | undefined;
  private messages: Json[] = [];
  private answered: ((reply: Json) => void) | undefined;

  constructor(url: string) {
    this.url = url;
  }

  async ask(request: Json): Promise<Json> {
    const socket = await this.connected();
    return new Promise((resolve) => {
      this.answered = resolve;
      socket.send(JSON.stringify(request));
    });
  }

  /**
   * What came unasked since the last call. A ping makes sure that whatever was sent already has arrived; where fewer
   * than `expected` messages came, searches may still be under way: those are waited for, for a while.
   */
  async takeMessages(expected: number): Promise<Json[]> {
    if (this.socket === undefined) return [];
    for (let tries = 0; tries < patience; tries++) {
      await this.ask({ command: "ping" });
      if (this.messages.length >= expected) break;
      await setTimeout(20);
    }
    const { messages } = this;
    this.messages = [];
    return messages;
  }

  async close(): Promise<void> {
    if (this.socket === undefined) return;
    this.socket.close();
    await once(this.socket, "close");
  }

  private async connected(): Promise<WebSocket> {
    if (this.socket !== undefined) return this.socket;
    const socket = new WebSocket(this.url);
    await once(socket, "open");
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as { type?: string };
      if (message.type === "response") this.answered?.(message as Json);
      else this.messages.push(message as Json);
    });
    this.socket = socket;
    return socket;
  }
}
