import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { takeOverFolder, toDisk } from "../load/temporaryFolder.ts";
import { count } from "../report.ts";
import type { Bench } from "./bench.ts";
import { Crowd } from "./crowd.ts";

/** How many accounts a large ledger has. */
export const million = 1_000_000;

interface CrowdOnDisk {
  readonly crowd: Crowd;
  readonly folder: string;
}

let made: Promise<CrowdOnDisk> | undefined;

/** A ledger of a million accounts, made once for the kinds of work that want one; the last of them may change it. */
export function largeCrowd(bench: Bench): Promise<CrowdOnDisk> {
  made ??= makeCrowd(bench, million);
  return made;
}

/** Accounts and their ledger's folder. */
export async function makeCrowd(bench: Bench, size: number): Promise<CrowdOnDisk> {
  bench.note(`a ledger of ${count(size)} accounts`);
  const crowd = new Crowd(size);
  const folder = size > million ? await madeApart(size) : toDisk(await crowd.makeFolder());
  return { crowd, folder };
}

/** Makes a ledger in a process of its own, which may have as much memory as it takes. */
async function madeApart(size: number): Promise<string> {
  const program = fileURLToPath(new URL("largeCrowdProgram.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--max-old-space-size=20000",
    ...["--import", "tsx", program, String(size)],
  ]);
  return takeOverFolder(stdout.trim());
}
