import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** A process that was killed may take a moment to be gone: its successor waits so long. */
const dyingMilliseconds = 1500;

/**
 * Makes sure that one process at a time uses a folder: a file names the owner, and the owner is looked up. A file
 * left behind by a process that is gone is taken over.
 *
 * @returns the function that gives the folder free again.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, "lock");
  const identity = await identityOf(process.pid);
  const patience = Date.now() + dyingMilliseconds;
  for (;;) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(identity);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = (await readFile(path, "utf8").catch(() => "")).trim();
    const pid = Number.parseInt(owner, 10);
    if (pid > 0 && isAlive(pid) && (await identityOf(pid)) === owner) {
      if (Date.now() > patience) throw new Error(`${folder} is in use by process ${pid}`);
      await setTimeout(50);
      continue;
    }
    await rm(path, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The process number, and where the system tells it, when the process started: numbers are used again. */
async function identityOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // Fields 3 and 22 of the line; the second one, the name, may hold spaces and ends with a parenthesis.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return "ended";
  const started = fields[19];
  return started === undefined ? `${pid}` : `${pid} ${started}`;
}
