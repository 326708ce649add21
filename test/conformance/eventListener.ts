import { once } from "node:events";
import { WebSocket } from "ws";
import type { Json } from "./recording.ts";

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

  /** What came unasked since the last call. A ping makes sure that all of it has arrived. */
  async takeMessages(): Promise<Json[]> {
    if (this.socket === undefined) return [];
    await this.ask({ command: "ping" });
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
