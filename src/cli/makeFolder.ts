import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder, and those above it, where they are missing. Node's own way of doing that never comes back from a file
 * system that answers "no such file" to a folder that cannot be made, as /proc does.
 *
 * @throws Error of the file system, with a message that names the path
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (code !== "ENOENT" || existsSync(above)) throw error;
    makeFolder(above);
    mkdirSync(folder);
  }
}
