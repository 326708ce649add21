import type { Clock } from "./clock.ts";

/**
 * Closes ledgers at an interval. It counts from one close's beginning to the next one's, and a close that takes
 * longer than the interval is followed by the next at once, never overtaken.
 * @param onFailure told of the error that ends it
 * @returns the function that stops it
 */
export function startCloseTimer(
  clock: Clock,
  intervalMilliseconds: number,
  close: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => void {
  let stopped = false;
  let cancel = (): void => {};
  const schedule = (delay: number): void => {
    cancel = clock.after(Math.max(delay, 1), () => void tick());
  };
  const tick = async (): Promise<void> => {
    const started = clock.milliseconds();
    try {
      await close();
    } catch (error) {
      if (!stopped) onFailure(error);
      return;
    }
    if (!stopped) schedule(intervalMilliseconds - (clock.milliseconds() - started));
  };
  schedule(intervalMilliseconds);
  return () => {
    stopped = true;
    cancel();
  };
}
