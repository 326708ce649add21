import type { Clock } from "./clock.ts";
import { Pace } from "./pace.ts";

/** Work for the one writer; a promise holds back what comes after it. */
export type WriterTask = () => Promise<void> | void;

/**
 * Runs tasks one after the other, in the order in which they came. A task that is not asynchronous runs at once when
 * nothing is before it; long runs of tasks are split into slices.
 */
export class Writer {
  private readonly pace: Pace;
  private readonly tasks: WriterTask[] = [];
  private head = 0;
  private isRunning = false;
  private whenIdle: (() => void)[] = [];

  constructor(clock: Clock) {
    this.pace = new Pace(clock);
  }

  /** Tasks must not throw or reject: they report failures themselves. */
  run(task: WriterTask): void {
    if (this.isRunning) {
      this.tasks.push(task);
      return;
    }
    const pending = task();
    if (pending === undefined) return;
    this.isRunning = true;
    void this.drain(pending);
  }

  get isIdle(): boolean {
    return !this.isRunning;
  }

  /** How many tasks wait. */
  get backlog(): number {
    return this.tasks.length - this.head;
  }

  /** Fulfilled when everything that was asked for until now, and whatever that led to, is done. */
  idle(): Promise<void> {
    return this.isRunning ? new Promise((resolve) => this.whenIdle.push(resolve)) : Promise.resolve();
  }

  private async drain(first: Promise<void>): Promise<void> {
    await first;
    while (this.head < this.tasks.length) {
      const pending = this.tasks[this.head++]!();
      if (this.head === 1024) {
        this.tasks.splice(0, this.head);
        this.head = 0;
      }
      if (pending !== undefined) await pending;
      else if (this.pace.isDue()) await this.pace.turn();
    }
    this.tasks.length = 0;
    this.head = 0;
    this.isRunning = false;
    for (const resolve of this.whenIdle.splice(0)) resolve();
  }
}
