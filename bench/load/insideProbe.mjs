// Loaded into the server by `--import`: says from inside how long its event loop was held up, and takes profiles. Only
// when asked, over the channel to the process that started it; it keeps nothing running.
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const session = new Session();
  const answers = {
    async beginPauses() {
      delays.reset();
      delays.enable();
      // The timer's first turn after a reset only says where the second one begins.
      await setTimeout(5);
    },
    async endPauses() {
      // A pause counts when the timer has come after it: this may be the same turn of the event loop still.
      await setTimeout(5);
      delays.disable();
      // The timer itself is due every millisecond: what is above that is delay.
      return { worst: delays.max / 1e6 - 1 };
    },
    async beginProfile() {
      session.connect();
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: 250 });
      await session.post("Profiler.start");
    },
    async endProfile(path) {
      const { profile } = await session.post("Profiler.stop");
      session.disconnect();
      writeFileSync(path, JSON.stringify(profile));
    },
  };
  process.on("message", async ({ name, argument }) => {
    process.send((await answers[name](argument)) ?? {});
  });
  process.channel?.unref();
}
