import type { Writable } from "node:stream";

/** How long streams may be written to before everybody else has a turn. */
const sliceMilliseconds = 10;

/**
 * Lets what is written to many streams go out together: all that one of them is sent in one turn of the event loop
 * is one write, and however many they are, others have their turn in between.
 */
export class Outlet {
  private held: Writable[] = [];
  private readonly isHeld = new Set<Writable>();

  /** Keeps what is written to the stream from now on until its turn comes, soon. */
  hold(stream: Writable): void {
    if (this.isHeld.has(stream)) return;
    stream.cork();
    this.isHeld.add(stream);
    if (this.held.push(stream) === 1) setImmediate(() => this.release(0));
  }

  private release(from: number): void {
    const { held } = this;
    const end = performance.now() + sliceMilliseconds;
    for (let next = from; next < held.length; next++) {
      const stream = held[next]!;
      this.isHeld.delete(stream);
      stream.uncork();
      // The clock is not free either.
      if (next % 16 === 15 && performance.now() > end) {
        setImmediate(() => this.release(next + 1));
        return;
      }
    }
    this.held = [];
  }
}
