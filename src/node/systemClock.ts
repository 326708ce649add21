import { type Clock, ledgerEpoch } from "./clock.ts";

/** The machine's time. */
export const systemClock: Clock = {
  seconds: () => Math.floor(Date.now() / 1000) - ledgerEpoch,
  milliseconds: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
