import { toDisk } from "../load/temporaryFolder.ts";
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
  return { crowd, folder: toDisk(await crowd.makeFolder()) };
}
