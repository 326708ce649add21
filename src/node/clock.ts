/** Where the node gets its time. The only clock there is: nothing below node/ ever asks for the time. */
export interface Clock {
  /** Seconds since 2000-01-01 00:00 UTC, whole. */
  seconds(): number;
  /** Milliseconds that only rise: for durations. */
  milliseconds(): number;
  /** Calls back once after so many milliseconds, and does not keep the process alive. Returns the cancel function. */
  after(milliseconds: number, call: () => void): () => void;
}

/** 2000-01-01 00:00 UTC in Unix time, seconds. */
export const ledgerEpoch = 946_684_800;
