import { ArrivingMembers, type Pause } from "../../commands/writtenJson.ts";
import type { JsonWriter } from "../../protocol/codec/jsonWriter.ts";

/** Shorter pieces are put together with what stands around them. */
const shortPiece = 64 * 1024;

/** What a reply tells of its reader. */
interface Taking {
  /** A piece was taken. */
  onTaken(): void;
  /** Nobody reads on: the reply is whole, has failed, or was given up. */
  onEnd(): void;
}

/** The members of a reply that another thread makes, piece by piece. */
export class ArrivingReply extends ArrivingMembers {
  private readonly waiting: Uint8Array[] = [];
  private readonly taking: Taking;
  private isWhole = false;
  private failure: Error | undefined;
  private wake = (): void => {};

  constructor(taking: Taking) {
    super();
    this.taking = taking;
  }

  add(bytes: Uint8Array, isLast: boolean): void {
    this.waiting.push(bytes);
    this.isWhole = isLast;
    this.wake();
  }

  /** No more will come. */
  fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  *pieces(json: JsonWriter): Generator<Pause, void> {
    try {
      for (;;) {
        const bytes = this.waiting.shift();
        if (bytes !== undefined) {
          this.taking.onTaken();
          if (bytes.length < shortPiece) json.append(bytes);
          else yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        } else if (this.isWhole) return;
        else if (this.failure !== undefined) throw this.failure;
        else yield new Promise((resolve) => (this.wake = resolve));
      }
    } finally {
      this.taking.onEnd();
    }
  }
}
