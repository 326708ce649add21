export interface HttpReply {
  readonly status: number;
  readonly body: Buffer;
}

const headEnd = Buffer.from("\r\n\r\n");
const lineEnd = Buffer.from("\r\n");

/** Puts HTTP replies together from what a socket gives. Knows Content-Length and chunks, and nothing else. */
export class ReplyReader {
  /** Bytes that are not yet taken for anything: a part of a head, or of a chunk's line. */
  private rest: Buffer = Buffer.alloc(0);
  private status = 0;
  private parts: Buffer[] = [];
  /** Bytes of the body, or of the chunk, still to come; undefined while a head or a chunk's line is awaited. */
  private missing: number | undefined;
  private state: "head" | "body" | "chunks" | "trailer" = "head";

  /** Takes more bytes, and gives the reply once it is whole. Throws on what it does not know. */
  add(bytes: Buffer): HttpReply | undefined {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    for (;;) {
      switch (this.state) {
        case "head":
          if (!this.readHead()) return undefined;
          break;
        case "body":
          if (!this.readMissing()) return undefined;
          return this.finish();
        case "chunks":
          if (!this.readChunk()) return undefined;
          break;
        case "trailer":
          if (this.takeLine() === undefined) return undefined;
          return this.finish();
      }
    }
  }

  private readHead(): boolean {
    const end = this.rest.indexOf(headEnd);
    if (end < 0) return false;
    const head = this.rest.toString("latin1", 0, end);
    this.rest = this.rest.subarray(end + headEnd.length);
    const status = /^HTTP\/1\.1 (\d{3})/.exec(head);
    if (status === null) throw new Error(`this is no HTTP reply: ${head.slice(0, 80)}`);
    this.status = Number(status[1]);
    const length = /\r\ncontent-length:\s*(\d+)/i.exec(head);
    if (length !== null) {
      this.missing = Number(length[1]);
      this.state = "body";
    } else if (/\r\ntransfer-encoding:\s*chunked/i.test(head)) {
      this.missing = undefined;
      this.state = "chunks";
    } else throw new Error("the reply has neither a length nor chunks");
    return true;
  }

  private readChunk(): boolean {
    if (this.missing === undefined) {
      const line = this.takeLine();
      if (line === undefined) return false;
      if (line === "") return true; // ends the chunk before
      const length = Number.parseInt(line, 16);
      if (Number.isNaN(length)) throw new Error(`this is no chunk's length: ${line.slice(0, 80)}`);
      if (length === 0) this.state = "trailer";
      else this.missing = length;
      return true;
    }
    if (!this.readMissing()) return false;
    this.missing = undefined;
    return true;
  }

  private readMissing(): boolean {
    const part = this.rest.subarray(0, this.missing);
    this.parts.push(part);
    this.rest = this.rest.subarray(part.length);
    this.missing! -= part.length;
    return this.missing === 0;
  }

  private takeLine(): string | undefined {
    const end = this.rest.indexOf(lineEnd);
    if (end < 0) return undefined;
    const line = this.rest.toString("latin1", 0, end);
    this.rest = this.rest.subarray(end + lineEnd.length);
    return line;
  }

  private finish(): HttpReply {
    const body = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
    this.parts = [];
    this.state = "head";
    return { status: this.status, body };
  }
}
