import type { JsonValue } from "../jsonValue.ts";

/** Room that is taken at a time. Many small replies share one piece; large ones are sent piece by piece. */
const chunkBytes = 256 * 1024;
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
  bytes: Buffer = Buffer.alloc(0);
  view = new DataView(this.bytes.buffer, 0, 0);
  /** The next byte to write. */
  at = 0;
  private start = 0;

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

  /** What was written since the last time. It stays as it is. */
  take(): Buffer {
    const taken = this.bytes.subarray(this.start, this.at);
    this.start = this.at;
    return taken;
  }

  /** Makes room for so many more bytes; what waits to be taken may move to another place. */
  reserve(count: number): void {
    if (this.at + count <= this.bytes.length) return;
    const { length } = this;
    const roomy = Buffer.allocUnsafeSlow(Math.max(chunkBytes, 2 * length + count));
    this.bytes.copy(roomy, 0, this.start, this.at);
    this.bytes = roomy;
    this.view = new DataView(roomy.buffer, roomy.byteOffset, roomy.length);
    this.start = 0;
    this.at = length;
  }
}
