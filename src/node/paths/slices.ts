/** How long one slice may take before the event loop gets its turn, in milliseconds. */
const sliceMilliseconds = 4;

interface Task {
  readonly generator: Generator<undefined, unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Work was given up because the server stops. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/**
 * Runs long work in slices, one task after the other in the order they came. Between slices the event loop serves
 * whatever waits: a slice that is due only runs when nothing else is.
 */
export class Slices {
  private readonly tasks: Task[] = [];
  private isScheduled = false;

  get inProgress(): number {
    return this.tasks.length;
  }

  /** Fulfilled with what the generator returns. Each `yield` is a place where it may pause. */
  run<T>(generator: Generator<undefined, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.tasks.push({ generator, resolve: resolve as (value: unknown) => void, reject });
      this.schedule();
    });
  }

  stop(): void {
    for (const { reject } of this.tasks.splice(0)) reject(new Stopped("the server stops"));
  }

  private schedule(): void {
    if (this.isScheduled || this.tasks.length === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.slice();
      this.schedule();
    });
  }

  private slice(): void {
    const task = this.tasks[0];
    if (task === undefined) return;
    const end = performance.now() + sliceMilliseconds;
    try {
      while (performance.now() < end) {
        const step = task.generator.next();
        if (step.done !== true) continue;
        this.finish(task);
        task.resolve(step.value);
        return;
      }
    } catch (error) {
      this.finish(task);
      task.reject(error);
    }
  }

  private finish(task: Task): void {
    const at = this.tasks.indexOf(task);
    if (at >= 0) this.tasks.splice(at, 1);
  }
}
