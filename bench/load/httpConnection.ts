import { connect, type Socket } from "node:net";
import { type HttpReply, ReplyReader } from "./replyReader.ts";

/** A request as it goes over the wire, made ahead of time so that it costs nothing when it is sent. */
export function httpRequest(url: URL, body: string): Buffer {
  return Buffer.from(
    `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A connection that was not used for so long is opened anew. Node's servers wait five seconds. */
const unusedMilliseconds = 2000;

interface Waiting {
  resolve(reply: HttpReply): void;
  reject(error: Error): void;
}

/**
 * One connection that is kept, with one request at a time on it. It reads just enough of HTTP to find where a reply
 * ends: the client shares the machine with the server that it measures.
 */
export class HttpConnection {
  private readonly url: URL;
  private socket: Socket;
  private reader = new ReplyReader();
  private waiting: Waiting | undefined;
  private usedAt = performance.now();

  private constructor(url: URL, socket: Socket) {
    this.url = url;
    this.socket = socket;
    this.listen();
  }

  static async open(url: URL): Promise<HttpConnection> {
    return new HttpConnection(url, await connected(url));
  }

  /** Sends what `httpRequest` made. Rejects when the connection breaks before the reply is whole. */
  async send(request: Buffer): Promise<HttpReply> {
    if (this.waiting !== undefined) throw new Error("a request is under way on this connection");
    // A server may close a connection that nobody used for a while, and may be about to.
    const isOld = performance.now() - this.usedAt > unusedMilliseconds;
    if (isOld || this.socket.destroyed || !this.socket.readable) await this.reopen();
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private async reopen(): Promise<void> {
    this.socket.destroy();
    this.socket = await connected(this.url);
    this.reader = new ReplyReader();
    this.listen();
  }

  private listen(): void {
    const { socket } = this;
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.take(bytes));
    socket.on("error", (error) => this.fail(socket, error));
    socket.on("close", () => this.fail(socket, new Error("the server closed the connection")));
  }

  private take(bytes: Buffer): void {
    let reply: HttpReply | undefined;
    try {
      reply = this.reader.add(bytes);
    } catch (error) {
      this.socket.destroy(error as Error);
      return;
    }
    if (reply === undefined) return;
    const { waiting } = this;
    this.waiting = undefined;
    this.usedAt = performance.now();
    waiting?.resolve(reply);
  }

  /** Nobody needs to know of a connection that breaks while nothing is under way. */
  private fail(socket: Socket, error: Error): void {
    if (socket !== this.socket) return;
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.reject(error);
  }
}

function connected(url: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port || 80), url.hostname);
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}
