import type { JsonValue } from "../jsonValue.ts";

/** Room that is taken at a time. Many small replies share one piece; large ones are sent piece by piece. */
const usualChunkBytes = 256 * 1024;
/** So many chunks that nobody has a part of any more are kept. */
const mostSpare = 4;
const nothing = Buffer.from(new ArrayBuffer(0));
/** Longer text is written by the runtime. */
const longestByHand = 80;
const mostBytesPerCharacter = 3;
const quote = 34;
const backslash = 92;

/**
 * Writes JSON as bytes that go out as they are. What was written is taken in pieces: whoever writes much lets it be
 * taken from time to time, so that no large text is ever whole in memory.
 *
 * Commas are up to whoever writes members and elements. Serialized objects are written with {@link writeFields}.
 */
export class JsonWriter {
  /** Where to write, after {@link reserve}: the same bytes in two forms. */
  bytes: Buffer = nothing;
  view = new DataView(nothing.buffer, 0, 0);
  /** The next byte to write. */
  at = 0;
  private start = 0;
  private readonly chunkBytes: number;
  /** Pieces of `bytes` that were taken and not given back. */
  private out = 0;
  /** The same of earlier chunks; whose pieces do not come back is forgotten with its chunk. */
  private readonly outOfOthers = new WeakMap<ArrayBufferLike, number>();
  private readonly spare: Buffer[] = [];

  /** @param chunkBytes room that is taken at a time */
  constructor(chunkBytes = usualChunkBytes) {
    this.chunkBytes = chunkBytes;
  }

  /** How many bytes wait to be taken. */
  get length(): number {
    return this.at - this.start;
  }

  /** Text that is JSON already. */
  raw(text: string): void {
    this.reserve(text.length * mostBytesPerCharacter);
    const { bytes } = this;
    let { at } = this;
    if (text.length <= longestByHand) {
      let i = 0;
      for (; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code > 127) break;
        bytes[at++] = code;
      }
      if (i === text.length) {
        this.at = at;
        return;
      }
    }
    this.at += bytes.write(text, this.at);
  }

  /** Any value, as JSON.stringify writes it. */
  value(value: JsonValue): void {
    if (typeof value === "number" && Number.isFinite(value)) this.raw(String(value));
    else if (typeof value !== "string" || !this.putPlain(value)) this.raw(JSON.stringify(value));
  }

  /** Writes short text in quotes; returns false, with nothing written, where that must be done another way. */
  private putPlain(text: string): boolean {
    if (text.length > longestByHand) return false;
    this.reserve(text.length + 2);
    const { bytes } = this;
    let { at } = this;
    bytes[at++] = quote;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 32 || code > 126 || code === quote || code === backslash) return false;
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.at = at;
    return true;
  }

  /** JSON that is written already. */
  append(text: Uint8Array): void {
    this.reserve(text.length);
    this.bytes.set(text, this.at);
    this.at += text.length;
  }

  /** What was written from one {@link length} to another, once more. */
  repeat(from: number, to: number): void {
    this.reserve(to - from);
    this.bytes.copyWithin(this.at, this.start + from, this.start + to);
    this.at += to - from;
  }

  /** What was written since the last time. It stays as it is, until it is given back. */
  take(): Buffer {
    const taken = this.bytes.subarray(this.start, this.at);
    if (taken.length > 0) this.out++;
    this.start = this.at;
    return taken;
  }

  /**
   * Gives back what was taken, once and for all: its memory is written over sooner or later. Nobody has to; but memory of
   * this size that is made anew all the time is what the runtime looks for garbage after.
   */
  giveBack({ buffer, length }: Buffer): void {
    if (length === 0) return;
    if (buffer === this.bytes.buffer) {
      this.out--;
      return;
    }
    const out = this.outOfOthers.get(buffer);
    if (out === undefined) return;
    if (out > 1) this.outOfOthers.set(buffer, out - 1);
    else {
      this.outOfOthers.delete(buffer);
      this.keep(Buffer.from(buffer as ArrayBuffer));
    }
  }

  /**
   * As {@link take}, in memory of its own, which may be handed over to another thread: what was written is copied where
   * it is little, and otherwise the writer goes on elsewhere.
   */
  takeOwn(): Uint8Array<ArrayBuffer> {
    const isLittle = this.length < this.bytes.length / 2;
    const taken = this.take();
    if (isLittle) {
      const copy = new Uint8Array(taken);
      this.giveBack(taken);
      return copy;
    }
    this.goOnIn(nothing);
    return new Uint8Array(taken.buffer as ArrayBuffer, taken.byteOffset, taken.length);
  }

  /** Makes room for so many more bytes; what waits to be taken may move to another place. */
  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const { length, bytes, start, at, out } = this;
    const isFree = out === 0;
    if (isFree && 2 * length + count <= bytes.length) {
      // Nobody has a part of it: what waits goes to its beginning.
      bytes.copyWithin(0, start, at);
      this.start = 0;
      this.at = length;
      return;
    }
    this.goOnIn(this.roomFor(2 * length + count));
    bytes.copy(this.bytes, 0, start, at);
    this.at = length;
    if (isFree) this.keep(bytes);
    else this.outOfOthers.set(bytes.buffer, out);
  }

  private roomFor(count: number): Buffer {
    const spare = count <= this.chunkBytes ? this.spare.pop() : undefined;
    return spare ?? Buffer.allocUnsafeSlow(Math.max(this.chunkBytes, count));
  }

  private keep(chunk: Buffer): void {
    if (chunk.length === this.chunkBytes && this.spare.length < mostSpare) this.spare.push(chunk);
  }

  private goOnIn(chunk: Buffer): void {
    this.bytes = chunk;
    this.view = new DataView(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.length);
    this.start = 0;
    this.at = 0;
    this.out = 0;
  }
}
