import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "xagd-crash-"));
afterAll(() => rmSync(folder, { recursive: true }));
const seed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const file = join(folder, "server.log");

const own = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
const program = (crash: string): string => `
  import { endOnCrash } from ${own("./endOnCrash.ts")};
  import { openServerLog } from ${own("./serverLog.ts")};
  const log = openServerLog({ level: "info", file: ${JSON.stringify(file)} });
  endOnCrash(() => log);
  setInterval(() => {}, 1000);
  setTimeout(() => ${crash});
`;

test.each([
  ["an exception", `{ throw new Error("no key in {secret: '${seed}'}"); }`],
  ["a rejection that nobody handles", `Promise.reject(new Error("no key for ${seed}"))`],
  ["something that is no error", `{ throw "no key for ${seed}"; }`],
])(
  "%s is told in the log and on standard error, without its secrets, and ends the process",
  (_what, crash) => {
    rmSync(file, { force: true });
    const options = ["--import", "tsx", "--input-type=module", "-e", program(crash)];
    const { status, stderr } = spawnSync(process.execPath, options, { encoding: "utf8", cwd: process.cwd() });
    const log = readFileSync(file, "utf8");
    expect({ status, log: JSON.parse(log) }).toMatchObject({
      status: 1,
      log: { level: 60, partition: "Server", msg: "ended by a mistake of ours" },
    });
    for (const told of [stderr, log]) {
      expect(told).toContain("no key");
      expect(told).not.toContain(seed);
    }
    expect(stderr).toContain("Ended by a mistake of ours");
  },
);
