import type { Clock } from "./clock.ts";

/** How long work may hold the event loop before others get their turn, in milliseconds. */
const sliceMilliseconds = 4;
/** The clock is asked once for so many steps. */
const stepsPerLook = 16;

/**
 * Splits long work into slices, so that queries are answered while a large ledger closes.
 * Call `isDue` at every step, and await `turn` when it says so: the common case costs no promise.
 */
export class Pace {
  private readonly clock: Clock;
  private sliceEnd: number;
  private steps = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    this.sliceEnd = clock.milliseconds() + sliceMilliseconds;
  }

  isDue(): boolean {
    return ++this.steps % stepsPerLook === 0 && this.clock.milliseconds() >= this.sliceEnd;
  }

  /** For coarse steps: a turn if the slice is over. */
  async turnIfDue(): Promise<void> {
    if (this.clock.milliseconds() >= this.sliceEnd) await this.turn();
  }

  /** Lets everything else that is waiting go first. */
  async turn(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.sliceEnd = this.clock.milliseconds() + sliceMilliseconds;
  }
}
