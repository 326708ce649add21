import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often to look whether there is something to collect. */
const everyMilliseconds = 5_000;
/** Busier than this in that time is not idle. */
const idleUtilization = 0.02;
/** So much more memory than after the last collection is worth another one. */
const worthwhileBytes = 64 * 2 ** 20;

/** A collection that held everything up for longer was the last one: so much is alive that the next would be no better. */
const longestMilliseconds = 100;

/**
 * Collects all garbage when the process has had nothing to do for some seconds and has grown much since the last time. The
 * runtime collects when it needs room, so that a server that has closed a large ledger and then has nothing to do would
 * keep the ledger's garbage for hours.
 * @returns what ends it
 */
export function collectWhenIdle(): () => void {
  // The runtime shows the function only to contexts made after it was asked to.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  let since: EventLoopUtilization = performance.eventLoopUtilization();
  let bytesAfter = heldBytes();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, since);
    since = now;
    if (utilization > idleUtilization || heldBytes() < bytesAfter + worthwhileBytes) return;
    const begun = performance.now();
    collect();
    if (performance.now() - begun > longestMilliseconds) clearInterval(timer);
    bytesAfter = heldBytes();
  }, everyMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}
