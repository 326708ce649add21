// Loaded into the server by `--import`: says from inside how long its event loop was held up. Only when asked, over the
// channel to the process that started it; it keeps nothing running.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  process.on("message", (message) => {
    if (message === "begin") delays.reset();
    // The timer itself is due every millisecond: what is above that is delay.
    process.send({ worst: delays.max / 1e6 - 1, p99: delays.percentile(99) / 1e6 - 1 });
  });
  process.channel?.unref();
}
