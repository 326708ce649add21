import { connect, type Socket } from "node:net";
import { type HttpReply, ReplyReader } from "./replyReader.ts";

/** A request as it goes over the wire, made ahead of time so that it costs nothing when it is sent. */
export function httpRequest(url: URL, body: string): Buffer {
  return Buffer.from(
    `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/**
 * One connection that is kept, with one request at a time on it. It reads just enough of HTTP to find where a reply
 * ends: the client shares the machine with the server that it measures.
 */
export class HttpConnection {
  private readonly socket: Socket;
  private readonly reader = new ReplyReader();
  private waiting: { resolve(reply: HttpReply): void; reject(error: Error): void } | undefined;
  private failure: Error | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.take(bytes));
    socket.on("error", (error) => this.fail(error));
    socket.on("close", () => this.fail(new Error("the server closed the connection")));
  }

  static open(url: URL): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(url.port || 80), url.hostname);
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /** Sends what `httpRequest` made. Rejects when the connection breaks. */
  send(request: Buffer): Promise<HttpReply> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) {
        reject(this.failure);
        return;
      }
      if (this.waiting !== undefined) throw new Error("a request is under way on this connection");
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.failure ??= new Error("the connection was closed");
    this.socket.destroy();
  }

  private take(bytes: Buffer): void {
    let reply: HttpReply | undefined;
    try {
      reply = this.reader.add(bytes);
    } catch (error) {
      this.fail(error as Error);
      this.socket.destroy();
      return;
    }
    if (reply === undefined) return;
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.resolve(reply);
  }

  private fail(error: Error): void {
    this.failure ??= error;
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reject(this.failure);
  }
}
