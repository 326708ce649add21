import { memoryOf } from "../load/processFigures.ts";
import { ServerProcess } from "../load/serverProcess.ts";
import { inOrder, percentile } from "../load/statistics.ts";
import { against, count, duration, megabytes } from "../report.ts";
import type { Work } from "./bench.ts";
import { largeCrowd } from "./largeCrowd.ts";

/** From the process's start to its first answer, on a ledger of a million accounts that is on disk already. */
export const measureStart: Work = async (bench) => {
  const { crowd, folder } = await largeCrowd(bench);
  const times: number[] = [];
  let resident = 0;
  for (let round = 0; round < 5; round++) {
    const server = await ServerProcess.start({ dataFolder: folder });
    times.push(server.startMilliseconds / 1000);
    resident = memoryOf(server.pid).resident;
    await server.stop();
  }
  const median = percentile(inOrder(times), 0.5);
  bench.note(`start: ${times.map((time) => duration(time)).join(", ")}`);
  bench.keep({
    name: "start",
    text:
      "From the start of the process to its first answer about the validated ledger, which is on disk; the median of five " +
      "starts. The files are in the system's cache.",
    tables: [
      {
        head: ["accounts", "median", "best", "worst", "resident then", "wanted"],
        rows: [
          [
            count(crowd.accounts.length),
            duration(median),
            duration(Math.min(...times)),
            duration(Math.max(...times)),
            megabytes(resident),
            against(0.5, median, duration),
          ],
        ],
      },
    ],
  });
};
